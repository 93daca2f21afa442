import { dataPolicy } from '../../exchange/sandbox/http/data-policy.ts'

export const jsonType = 'application/json; charset=utf-8'
const textType = 'text/plain; charset=utf-8'

/**
 * Answers of the interface are data: JSON or text, by our own header, with a policy under which a browser that opens
 * one as a page runs nothing and gives it no origin.
 */
export function asData(answer: Response): Response {
  const said = answer.headers.get('content-type')
  if (said !== null) answer.headers.set('content-type', /^application\/json\b/i.test(said) ? jsonType : textType)
  answer.headers.set('content-security-policy', dataPolicy)
  return answer
}

/** Longer texts are checked at both ends only: parsing 50,000 rows would block everything else. */
const readWhole = 262_144

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
 * An error in the single form that this server uses.
 * @example problem(404, 'not found') // 404 with the body {"error":"not found"}
 */
export function problem(status: number, error: string, headers: Record<string, string> = {}): Response {
  const own = { 'content-type': jsonType, 'cache-control': 'no-store', 'content-security-policy': dataPolicy }
  return Response.json({ error }, { status, headers: { ...headers, ...own } })
}

/** Security headers of every answer, and the page's Content Security Policy with its nonce (OWASP ASVS 5.0, 3.4). */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/**
 * The page loads only its own files and calls only its own origin, which forwards to the venue. Styles added at run
 * time carry the nonce. Scripts are files, except inline ones named by their hashes (SHA-256, base64). Text never
 * becomes a script (trusted types).
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
