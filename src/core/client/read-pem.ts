/**
 * Reads a private key from PEM. Returns the PKCS#8 bytes of a P-256 key, or a sentence that says what to do instead.
 */

export type ReadPem =
  | { readonly ok: true; readonly pkcs8: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly message: string }

const wrong = (message: string): ReadPem => ({ ok: false, message })

const blocks = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g
const convert = 'openssl pkcs8 -topk8 -nocrypt -in key.pem -out plain.pem'
const wanted =
  'Give the private key of the pair: it begins with "-----BEGIN EC PRIVATE KEY-----" or "-----BEGIN PRIVATE KEY-----".'
const wantedCurve = 'The venue takes P-256 (prime256v1) only: make such a pair, or let this page make one.'

const locked = `This key is protected by a passphrase, which this page does not ask for. Take it off (${convert}) and give the new file.`

const others: Readonly<Record<string, string>> = {
  'ENCRYPTED PRIVATE KEY': locked,
  'PUBLIC KEY': `This is the public key, the half that the venue holds. ${wanted}`,
  'EC PUBLIC KEY': `This is the public key, the half that the venue holds. ${wanted}`,
  'RSA PRIVATE KEY': `This is an RSA key. ${wantedCurve}`,
  'RSA PUBLIC KEY': `This is an RSA key. ${wantedCurve}`,
  'DSA PRIVATE KEY': `This is a DSA key. ${wantedCurve}`,
  'OPENSSH PRIVATE KEY': `This is a key for SSH, in a form of its own. ${wanted}`,
  CERTIFICATE: `This is a certificate, which holds no private key. ${wanted}`,
  'CERTIFICATE REQUEST': `This is a request for a certificate, which holds no private key. ${wanted}`,
  'EC PARAMETERS': `This block names a curve and holds no key. ${wanted}`,
}

/**
 * Reads PEM text. Accepts JSON-escaped `
 * `, indentation and text around the block.
 */
export function readPem(text: string): ReadPem {
  const plain = text
    .replaceAll(/\\r|\r/g, '')
    .replaceAll(String.raw`\n`, '\n')
    .trim()
  if (plain === '') return wrong(`There is no key yet. ${wanted}`)
  const found = [...plain.matchAll(blocks)].map(([, label = '', body = '']) => ({ label, body }))
  const keys = found.filter(({ label }) => label === 'EC PRIVATE KEY' || label === 'PRIVATE KEY')
  const [key] = keys
  if (key === undefined) return wrong(notAKey(plain, found[0]?.label))
  if (keys.length > 1)
    return wrong(`There are ${keys.length} private keys in this text. Give the one that belongs to the API key.`)
  if (/ENCRYPTED/.test(key.body)) return wrong(locked)
  const der = bytesOf(key.body)
  if (der === undefined)
    return wrong('The text between BEGIN and END is damaged. Copy the whole key again, or choose its file.')
  return key.label === 'PRIVATE KEY' ? readPkcs8(der) : readSec1(der)
}

function notAKey(text: string, label: string | undefined): string {
  if (label !== undefined) return others[label] ?? `This is no private key but "${label.toLowerCase()}". ${wanted}`
  if (/-----BEGIN/.test(text))
    return 'The end of the key is missing. Copy all of it, from -----BEGIN to -----END …-----, dashes included.'
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text))
    return 'This is a ready-made token: paste it under "Token (credentials_secret)".'
  if (/^(?:ssh|ecdsa)-/.test(text)) return `This is a public key for SSH. ${wanted}`
  if (/^0[^\w\s]|\uFFFD/.test(text))
    return 'This file is not text. Turn it into PEM first: openssl pkey -inform DER -in key.der -out key.pem'
  return `This is not a key in PEM. ${wanted}`
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), letter => letter.charCodeAt(0))
    return bytes.length === 0 ? undefined : bytes
  } catch {
    return undefined
  }
}

const ecKey = '2a8648ce3d0201'
const p256 = '2a8648ce3d030107'
const names: Readonly<Record<string, string>> = {
  '2a864886f70d010101': 'an RSA key',
  '2a864886f70d01010a': 'an RSA key',
  '2b6570': 'an Ed25519 key',
  '2b6571': 'an Ed448 key',
  '2b656e': 'an X25519 key',
  '2b81040022': 'a key on the curve P-384',
  '2b81040023': 'a key on the curve P-521',
  '2b8104000a': 'a key on the curve secp256k1',
  '2b81040021': 'a key on the curve P-224',
  '2a8648ce3d030101': 'a key on the curve P-192',
}
const otherKind = (id: string): ReadPem => wrong(`This is ${names[id] ?? 'a key of another kind'}. ${wantedCurve}`)
const damaged = wrong('This key cannot be read: it is damaged, or of another kind. Copy it again, or export it again.')

const hex = (bytes: Uint8Array): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
const tags = { integer: 0x02, octets: 0x04, id: 0x06, sequence: 0x30, parameters: 0xa0 } as const
const idOf = (der: Der | undefined): string | undefined => (der?.tag === tags.id ? hex(der.content) : undefined)

function readSec1(der: Uint8Array<ArrayBuffer>): ReadPem {
  const [version, secret, ...rest] = readSequence(der) ?? []
  if (version?.tag !== tags.integer || secret?.tag !== tags.octets) return damaged
  const parameters = rest.find(each => each.tag === tags.parameters)
  const curve = parameters === undefined ? undefined : idOf(readDer(parameters.content))
  if (curve !== undefined && curve !== p256) return otherKind(curve)
  if (parameters !== undefined && curve === undefined)
    return wrong(`This key spells its curve out instead of naming it. ${wantedCurve}`)
  if (secret.content.length !== 32) return wrong(`This is a key of another size. ${wantedCurve}`)
  return { ok: true, pkcs8: wrapped(der) }
}

function readPkcs8(der: Uint8Array<ArrayBuffer>): ReadPem {
  const [version, algorithm, inner] = readSequence(der) ?? []
  if (version?.tag !== tags.integer || algorithm?.tag !== tags.sequence || inner?.tag !== tags.octets) return damaged
  const [kind, curve] = readSequence(derOf(tags.sequence, algorithm.content)) ?? []
  const kindId = idOf(kind)
  const curveId = idOf(curve)
  if (kindId === undefined) return damaged
  if (kindId !== ecKey) return otherKind(kindId)
  if (curveId === undefined) return wrong(`This key spells its curve out instead of naming it. ${wantedCurve}`)
  return curveId === p256 ? { ok: true, pkcs8: der } : otherKind(curveId)
}

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16))

function wrapped(sec1: Uint8Array): Uint8Array<ArrayBuffer> {
  const algorithm = derOf(tags.sequence, derOf(tags.id, fromHex(ecKey)), derOf(tags.id, fromHex(p256)))
  return derOf(tags.sequence, derOf(tags.integer, Uint8Array.of(0)), algorithm, derOf(tags.octets, sec1))
}

// The part of DER that keys need: a sequence of values, each a tag, a length and a content.

interface Der {
  readonly tag: number
  readonly content: Uint8Array<ArrayBuffer>
  readonly length: number
}

function readDer(bytes: Uint8Array<ArrayBuffer>): Der | undefined {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) return undefined
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  if (first === 0x80 || lengthBytes > 3 || bytes.length < 2 + lengthBytes) return undefined
  const size = first < 0x80 ? first : bytes.subarray(2, 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0)
  const start = 2 + lengthBytes
  return start + size > bytes.length
    ? undefined
    : { tag, content: bytes.subarray(start, start + size), length: start + size }
}

function readSequence(bytes: Uint8Array<ArrayBuffer>): readonly Der[] | undefined {
  const sequence = readDer(bytes)
  if (sequence?.tag !== 0x30) return undefined
  const values: Der[] = []
  for (let at = 0; at < sequence.content.length; ) {
    const value = readDer(sequence.content.subarray(at))
    if (value === undefined) return undefined
    values.push(value)
    at += value.length
  }
  return values
}

function derOf(tag: number, ...contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = contents.reduce((sum, each) => sum + each.length, 0)
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Uint8Array.from([tag, ...length, ...contents.flatMap(each => [...each])])
}
