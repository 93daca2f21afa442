/**
 * Signing keys that cannot be read: imported from PEM or generated here. The private half is not extractable, not even
 * by this program.
 */

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signature = { name: 'ECDSA', hash: 'SHA-256' } as const

export type ImportedKey =
  | { readonly ok: true; readonly key: CryptoKey }
  | { readonly ok: false; readonly message: string }

export const canSign = (): boolean => (globalThis.crypto as Crypto | undefined)?.subtle !== undefined

export const cannotSign =
  'On a page that came over plain http from another machine the browser signs nothing. Open this page over https or on this machine.'

export async function importSigningKey(pem: string): Promise<ImportedKey> {
  if (!canSign()) return { ok: false, message: cannotSign }
  // Loaded only when a new key is imported.
  const { readPem } = await import('./read-pem.ts')
  const read = readPem(pem)
  if (!read.ok) return read
  try {
    return { ok: true, key: await crypto.subtle.importKey('pkcs8', read.pkcs8, curve, false, ['sign']) }
  } catch {
    return {
      ok: false,
      message: 'The browser rejects this key: it is damaged. Copy all of it again, or choose its file.',
    }
  } finally {
    read.pkcs8.fill(0)
  }
}

export interface MadePair {
  readonly key: CryptoKey
  readonly publicPem: string
}

export async function makePair(): Promise<MadePair> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['sign', 'verify'])
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))
  const lines = btoa(String.fromCharCode(...spki)).match(/.{1,64}/g) ?? []
  return { key: privateKey, publicPem: `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n` }
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Signs the UTF-8 bytes of a text (ECDSA with SHA-256, r and s) and returns base64url. */
export const signText = async (key: CryptoKey, text: string): Promise<string> =>
  base64Url(new Uint8Array(await crypto.subtle.sign(signature, key, new TextEncoder().encode(text))))

export async function signToken(key: CryptoKey, claims: Readonly<Record<string, string | number>>): Promise<string> {
  const part = (value: object): string => base64Url(new TextEncoder().encode(JSON.stringify(value)))
  const text = `${part({ alg: 'ES256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${await signText(key, text)}`
}
