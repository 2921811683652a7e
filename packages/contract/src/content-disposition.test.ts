import { describe, expect, it } from 'vitest';
import { fileNameFrom } from './content-disposition.ts';

describe('the file name of a content-disposition', () => {
  it.each([
    ['attachment; filename="roads-fixed.zip"', 'roads-fixed.zip'],
    ['attachment; filename=roads-fixed.zip', 'roads-fixed.zip'],
    ['attachment; filename=a b.zip', 'a b.zip'],
    ['attachment; filename=Área 51 (norte), "sul".zip ; size=3', 'Área 51 (norte), "sul".zip'],
    ['attachment; filename=  a  b.zip  ', 'a  b.zip'],
    ['attachment; filename="first.kml"; filename="second.kml"', 'first.kml'],
    ['attachment;FILENAME="a;b.kml"; size=3', 'a;b.kml'],
    ['attachment; filename="say \\"hi\\".kml"', 'say "hi".kml'],
    ['attachment; filename="regiao.kml"; filename*=UTF-8\'\'regi%C3%A3o.kml', 'região.kml'],
    ["attachment; filename*=utf-8'pt-BR'regi%C3%A3o.kml; filename=other.kml", 'região.kml'],
    ["attachment; filename*=ISO-8859-1''regi%E3o.kml", 'região.kml'],
    ['attachment; filename*=UTF-8\'\'%E3; filename="plain.kml"', 'plain.kml'],
    ["attachment; filename*=UTF-16''x; filename=plain.kml", 'plain.kml'],
    ['attachment; filename="../../etc/plain.kml"', 'plain.kml'],
    ['attachment; filename="C:\\\\files\\\\plain.kml"', 'plain.kml'],
  ])('%s gives %s', (header, name) => {
    expect(fileNameFrom(header)).toBe(name);
  });

  it.each([null, '', 'attachment', 'attachment; filename=""', "attachment; filename*=UTF-8''", 'inline; size=3'])('%s names no file', (header) => {
    expect(fileNameFrom(header)).toBe('downloaded-file');
  });
});
