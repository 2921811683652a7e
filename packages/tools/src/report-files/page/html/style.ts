import type { Page } from '../blocks.ts';

/** The style for screens and A4 paper. Colours are distinguishable without red and green, and also by pattern. */
export function styleOf({ mark, initials, pageOf }: Pick<Page, 'mark' | 'initials' | 'pageOf'>): string {
  const [before = '', between = '', after = ''] = pageOf(HERE, HERE).split(HERE);
  return `${LOOKS}@page { @bottom-left { content: ${quoted(mark)}; ${SMALL} } @bottom-right { content: ${quoted(`${initials} ______________    ${before}`)} counter(page) ${quoted(between)} counter(pages) ${quoted(after)}; ${SMALL} } }
`;
}

const HERE = '\u{1}';
const SMALL = 'font: 7.5pt sans-serif; color: #4a5868; white-space: pre;';

/** A CSS string. Everything but plain text is removed. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[^\p{L}\p{N} _.,:;·…/-]/gu, '')}"`;
}

const LOOKS = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #eef1f4; color: #16202c; font: 15px/1.5 "Public Sans", "Noto Sans", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem clamp(1rem, 5vw, 3.5rem); background: #fff; min-height: 100vh; }
h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2.25rem 0 .75rem; padding-bottom: .3rem; border-bottom: 2px solid #16202c; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.05rem; }
p { margin: 0 0 .75rem; overflow-wrap: anywhere; }
ol { margin: 0; padding-left: 1.4rem; }
li { margin-bottom: .25rem; }
.notice { padding: .6rem .8rem; border-left: 4px solid #b34700; background: #fdf4ec; }
.more { font-style: italic; }
.scroll { overflow-x: auto; margin: .75rem 0; }
.scroll:focus-visible { outline: 3px solid #005ea8; outline-offset: 2px; }
table { width: 100%; min-width: 48rem; border-collapse: collapse; font-size: .84rem; line-height: 1.35; }
caption { padding: 0 0 .35rem; text-align: left; font-weight: 600; }
th, td { padding: .35rem .45rem; border-bottom: 1px solid #c9d1da; text-align: left; vertical-align: top; overflow-wrap: anywhere; white-space: pre-line; }
thead th, thead td { border-bottom: 2px solid #4a5868; background: #eef1f4; font-weight: 600; hyphens: auto; overflow-wrap: break-word; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
td.code { font: .78rem/1.4 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
figure { margin: 1rem 0; break-inside: avoid; }
figcaption { font-weight: 600; margin-bottom: .35rem; }
svg { display: block; width: 100%; height: auto; border: 1px solid #4a5868; background: #fff; }
svg text { font: 8px "Public Sans", "Noto Sans", "Segoe UI", Arial, sans-serif; fill: #16202c; }
.after { fill: #e6ecf2; stroke: #24384e; stroke-width: .7; fill-rule: evenodd; }
.before { fill: none; stroke: #6b4a8a; stroke-width: .7; stroke-dasharray: 3 2; }
.land { stroke: #b34700; stroke-width: .6; fill-rule: evenodd; }
.line { stroke: #b34700; stroke-width: 1.2; }
.open { fill: none; }
.hatch { stroke: #b34700; stroke-width: .8; }
.mark { fill: none; stroke: #b34700; stroke-width: 1; }
.name { text-anchor: middle; stroke: #fff; stroke-width: 2.4; paint-order: stroke; stroke-linejoin: round; }
.row { fill: #8f3600; font-weight: 700; }
.bar { stroke: #16202c; stroke-width: 1.4; fill: none; }
.frame { fill: #fff; fill-opacity: .88; }
.arrow { fill: #16202c; }
.signature { display: flex; flex-wrap: wrap; gap: 1.5rem; margin: 2rem 0 1rem; break-inside: avoid; }
.signature div { flex: 1 1 40%; padding-top: 1.6rem; }
.signature dd { margin: 0; height: 1px; border-bottom: 1px solid #16202c; }
.signature dt { padding-top: .3rem; font-size: .84rem; }
@page { size: A4; margin: 18mm 17mm 20mm; }
@media print {
  body { background: none; font-size: 9.5pt; }
  main { max-width: none; padding: 0; }
  .scroll { overflow: visible; }
  table { min-width: 0; font-size: 8pt; }
  table.short, .scroll:has(.short) { break-inside: avoid; }
  th, td { padding: .16rem .35rem; }
  h2 { margin-top: 1.4rem; }
  p, li { margin-bottom: .15rem; }
  thead { display: table-header-group; break-after: avoid; }
  tbody tr:first-child { break-before: avoid; }
  tr { break-inside: avoid; }
  h2, h3, caption, p:has(+ .signature) { break-after: avoid; }
  thead th, thead td, .after, .notice { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
