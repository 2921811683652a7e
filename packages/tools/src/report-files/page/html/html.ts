import { createHash } from 'node:crypto';
import { SHORT_TABLE, type Block, type Page, type Table } from '../blocks.ts';
import { escaped } from './escaped.ts';
import { styleOf } from './style.ts';
import { svgOf } from './svg.ts';

/** Allows the style by its hash, and nothing else: no scripts, images, fonts or external addresses. */
function policyOf(style: string): string {
  return `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;
}

/** The page as one self-contained file. Whatever names contain is treated as text. */
export function htmlOf(page: Page): string {
  const { language, title, blocks } = page;
  const style = styleOf(page);
  const body = blocks.map((block, index) => blockOf(block, index)).join('\n');
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policyOf(style))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

function blockOf(block: Block, index: number): string {
  switch (block.kind) {
    case 'title':
      return `<h1>${escaped(block.text)}</h1>`;
    case 'heading':
      return `<h2>${escaped(block.text)}</h2>`;
    case 'subheading':
      return `<h3>${escaped(block.text)}</h3>`;
    case 'paragraph':
      return `<p${block.isNotice === true ? ' class="notice"' : ''}>${escaped(block.text)}</p>`;
    case 'list':
      return `<ol>${block.items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ol>`;
    case 'map':
      return svgOf(block.drawing, block.words, `map-${String(index)}`);
    case 'table':
      return tableOf(block, index);
    case 'signature':
      return `<dl class="signature">${block.names.map((name) => `<div><dd></dd><dt>${escaped(name)}</dt></div>`).join('')}</dl>`;
  }
}

/** On a narrow screen it scrolls sideways, also by keyboard. */
function tableOf({ caption, columns, rows, more }: Table, index: number): string {
  const widths = columns.map(({ share }) => `<col width="${(100 * share).toFixed(1)}%">`).join('');
  const classOf = columns.map(({ isNumber, isCode }) => (isNumber === true ? ' class="number"' : isCode === true ? ' class="code"' : ''));
  const heads = columns.map(({ heading }, column) => (heading === '' ? `<td${classOf[column]}></td>` : `<th scope="col"${classOf[column]}>${escaped(heading)}</th>`)).join('');
  const lines = rows.map((cells) => `<tr>${cells.map((cell, column) => `<td${classOf[column]}>${escaped(cell)}</td>`).join('')}</tr>`).join('\n');
  const id = `table-${String(index)}`;
  return `<div class="scroll" role="group" tabindex="0" aria-labelledby="${id}"><table${rows.length <= SHORT_TABLE ? ' class="short"' : ''}><caption id="${id}">${escaped(caption)}</caption><colgroup>${widths}</colgroup><thead><tr>${heads}</tr></thead><tbody>
${lines}
</tbody></table></div>${more === null ? '' : `\n<p class="more">${escaped(more)}</p>`}`;
}
