/**
 * Whatever leaves under the paths of the interface is data: JSON or plain text, by our word and not by that of whoever made it, under a
 * policy by which a browser that is led to it as a page runs nothing and gives it no origin.
 */
import { dataPolicy } from '../sandbox/http/data-policy.ts'

export const jsonType = 'application/json; charset=utf-8'
const textType = 'text/plain; charset=utf-8'

/** Sets the headers of an answer that is our own to change. */
export function asData(answer: Response): Response {
  const said = answer.headers.get('content-type')
  if (said !== null) answer.headers.set('content-type', /^application\/json\b/i.test(said) ? jsonType : textType)
  answer.headers.set('content-security-policy', dataPolicy)
  return answer
}

/** Texts longer than this are looked at by their ends alone: to read a listing of 50,000 rows would hold up everything else. */
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
