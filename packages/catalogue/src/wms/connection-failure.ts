/**
 * What error codes of Node and its `fetch` mean to the person who typed an address. OpenSSL, the resolver and sockets have different
 * codes; codes with the same meaning share a sentence, followed by what may help the operator of this machine.
 */
const MEANINGS: readonly (readonly [codes: RegExp, meaning: string, help?: string])[] = [
  [/^ERR_PRIVATE_ADDRESS$/, 'it lies in a private network, of which nothing is asked', 'SERVICE_NETWORKS can name networks whose services may be'],
  [/^ENOTFOUND$/, 'there is no machine of that name'],
  [/^EAI_/, 'its name cannot be looked up now: this machine may be without a network, or its name server does not answer'],
  [/^ECONNREFUSED$/, 'nothing listens there: the service may be down, or the port wrong'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'it broke the connection off'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/, 'nobody answers there: the service may be down, or a firewall keeps this machine from it'],
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, 'it took the question and did not answer'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'there is no way to it from the network of this machine'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet, or the clock of this machine is wrong'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name'],
  [/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/, 'its certificate is signed by itself, not by an authority that this machine trusts', 'NODE_EXTRA_CA_CERTS can name a file with further ones'],
  [/^(UNABLE_TO_\w+|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE|INVALID_CA)$/, 'its certificate cannot be verified: the authority is unknown here, or the service leaves out a certificate between', 'NODE_EXTRA_CA_CERTS can name a file with it'],
  [/^(EPROTO|ERR_SSL_\w+)$/, 'it does not speak TLS there, or only in a way that this machine refuses'],
  [/^(HPE_\w+|HTTPParserError)$/, 'what answers there does not speak HTTP'],
];
/** If a name has several addresses, errors about a network that this machine lacks are the least informative. */
const LEAST_TELLING = /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;
const DEEPEST = 8;

/** Why `fetch` failed, as the rest of a sentence for an operator, with the code for looking it up. */
export function connectionFailure(error: unknown): string {
  const errors = innerErrors(error);
  const code = tellingCode(errors);
  if (code === undefined) return messageOf(errors);
  const known = meaningOf(code);
  if (known === undefined) return `${messageOf(errors)} (${code})`;
  const [, meaning, help] = known;
  return `${meaning}${help === undefined ? '' : `; ${help}`} (${code})`;
}

/** The same for the public: it names no address and nothing that only an operator can do. Null if there is only Node's own message. */
export function publicConnectionFailure(error: unknown): string | null {
  const code = tellingCode(innerErrors(error));
  if (code === undefined) return null;
  const known = meaningOf(code);
  return known === undefined ? code : `${known[1]} (${code})`;
}

/** The most informative of several error codes. */
function tellingCode(errors: readonly Error[]): string | undefined {
  const codes = errors.map(codeOf).filter((code) => code !== null);
  const known = codes.filter((code) => meaningOf(code) !== undefined);
  return known.find((code) => !LEAST_TELLING.test(code)) ?? known.at(0) ?? codes.at(0);
}

function meaningOf(code: string): (typeof MEANINGS)[number] | undefined {
  return MEANINGS.find(([codes]) => codes.test(code));
}

/** An error, its causes, and the errors of several attempts inside it; innermost first. */
function innerErrors(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > DEEPEST) return [];
  const attempts: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...attempts.flatMap((each) => innerErrors(each, depth + 1)), ...innerErrors(error.cause, depth + 1), error];
}

/** Some errors of Node's HTTP parser have an undefined code; their name is as informative. */
function codeOf(error: Error): string | null {
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  return error.name === 'HTTPParserError' ? error.name : null;
}

function messageOf(errors: readonly Error[]): string {
  return errors.map(({ message }) => message).find((message) => message !== '') ?? 'no reason was given';
}
