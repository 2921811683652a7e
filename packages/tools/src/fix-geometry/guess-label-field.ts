import type { Attributes } from '@geoinsights/formats/in-memory';

/**
 * Fields that name a piece of land, the clearest first: names, then the codes of Brazilian registers (CAR, SIGEF, SNCR, the land
 * registry, municipalities, IBGE, ICMBio, FUNAI, ANM, IBAMA, MapBiomas Alerta), then fields that merely distinguish features. A shapefile cuts them to ten characters.
 */
const LABEL_FIELDS = [
  'name', 'nome', 'label', 'rotulo', 'denominacao', 'nome_imovel', 'nm_imovel', 'nome_area', 'nome_fazenda', 'fazenda', 'nome_uc', 'terrai_nome', 'nome_projeto',
  'nomeuc', 'nm_mun', 'nm_municipio', 'nome_municipio', 'nm_uf', 'talhao', 'gleba', 'lote', 'num_lote', 'numero_lote', 'parcela', 'parcel', 'plot', 'field', 'farm',
  'cod_imovel', 'numero_car', 'num_car', 'cod_car', 'parcela_codigo', 'codigo_imovel', 'num_certif', 'matricula', 'registro_matricula', 'inscricao', 'inscricao_imobiliaria', 'insc_imob', 'processo', 'alertcode', 'codealerta', 'num_tad', 'cd_mun', 'codigo', 'code', 'cod', 'id', 'gid', 'objectid',
];
const CUT_AFTER = 10;
const RANKS = new Map(LABEL_FIELDS.flatMap((name, rank) => [[name, rank], [name.slice(0, CUT_AFTER), rank]] as const).toReversed());
/** The share of the examined features that must have a value, and the share of the values that must be distinct. */
const LEAST_SHARE = 0.5;

/** The field that names features if the user has chosen none; null if none of their fields would distinguish them. */
export function guessLabelField(features: readonly Attributes[]): string | null {
  const names = new Set(features.flatMap((attributes) => Object.keys(attributes)));
  const candidates = [...names].filter((name) => RANKS.has(plain(name))).toSorted((p, q) => (RANKS.get(plain(p)) ?? 0) - (RANKS.get(plain(q)) ?? 0));
  return candidates.find((name) => distinguishes(features, name)) ?? null;
}

function distinguishes(features: readonly Attributes[], name: string): boolean {
  const values = features.flatMap((attributes) => (Object.hasOwn(attributes, name) && isName(attributes[name]) ? [String(attributes[name]).trim()] : []));
  return values.length >= LEAST_SHARE * features.length && new Set(values).size >= LEAST_SHARE * values.length;
}

/** true, false and an empty text name nothing. */
export function isName(value: Attributes[string]): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/** Without case and accents. */
function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();
}
