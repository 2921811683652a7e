import { Link } from 'react-router';

/** As the sentences about files call the tool that makes a KML of what is not read here. */
const TOOL = '"Convert to KML", em GeoTools';

/** A sentence about a file. Where it names the tool, it leads there: no menu of this page does. */
export function LinkedSentence({ sentence }: { readonly sentence: string }) {
  const at = sentence.indexOf(TOOL);
  if (at < 0) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <Link to="/geotools/fix-geometry?tool=convert-to-kml">{TOOL}</Link>
      {sentence.slice(at + TOOL.length)}
    </>
  );
}
