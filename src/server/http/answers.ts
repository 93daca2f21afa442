import { dataPolicy } from '../../sandbox/http/data-policy.ts'

/**
 * Every answer under the paths of the interface is data: JSON or plain text, by our header and not the sender's, under
 * a policy by which a browser that opens it as a page runs nothing and gives it no origin.
 */
export const jsonType = 'application/json; charset=utf-8'
const textType = 'text/plain; charset=utf-8'

/** Sets the headers of an answer that is our own to change. */
export function asData(answer: Response): Response {
  const said = answer.headers.get('content-type')
  if (said !== null) answer.headers.set('content-type', /^application\/json\b/i.test(said) ? jsonType : textType)
  answer.headers.set('content-security-policy', dataPolicy)
  return answer
}

/** Only the ends of longer texts are checked: parsing a listing of 50,000 rows would block everything else. */
const readWhole = 262_144

/** Is this what an answer of the contract is: one JSON object or list? */
export function isJsonText(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [start, end] = [
    buffer.toString('utf8', 0, 64).trimStart(),
    buffer.toString('latin1', Math.max(0, buffer.byteLength - 64)).trimEnd(),
  ]
  const isFramed = (start.startsWith('{') && end.endsWith('}')) || (start.startsWith('[') && end.endsWith(']'))
  if (!isFramed || buffer.byteLength > readWhole) return isFramed
  try {
    JSON.parse(buffer.toString('utf8'))
    return true
  } catch {
    return false
  }
}

const looked = 4_096
const quoted = 160

/** What a page or text says at its beginning, without its marks and without characters that hide or turn. */
export function firstWords(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, looked)).toString('utf8')
  const bare = text
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/\p{C}|\p{Zl}|\p{Zp}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return bare.length <= quoted ? bare : `${bare.slice(0, quoted)}…`
}

/**
 * An error in the one form that all of this server's errors have.
 * @example problem(404, 'not found') // 404 with the body {"error":"not found"}
 */
export function problem(status: number, error: string, headers: Record<string, string> = {}): Response {
  const own = { 'content-type': jsonType, 'cache-control': 'no-store', 'content-security-policy': dataPolicy }
  return Response.json({ error }, { status, headers: { ...headers, ...own } })
}

/** Security headers of every answer, and the page's content security policy with its nonce (OWASP ASVS 5.0, 3.4). */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/**
 * The page loads nothing but its own files and speaks to its own origin, which passes calls on to the venue. Styles that a
 * library adds at run time carry the nonce; scripts are files only, but for those that the page begins with, which are named by their hashes
 * (SHA-256, base64); and text never becomes one (trusted types).
 */
export function contentSecurityPolicy(nonce: string, ...scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map(hash => `'sha256-${hash}'`)].join(' '),
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
