/**
 * The global names that page, worker and Node share, as far as the client uses them. `src/tsconfig.core.json` compiles
 * with these instead of the DOM library and Node's types, so that a name of only one platform is an error. The program
 * itself is compiled without this file.
 */

interface AbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare class AbortController {
  readonly signal: AbortSignal
  abort(): void
}
declare class DOMException extends Error {
  constructor(message: string, name: string)
}

declare class URLSearchParams {
  constructor(entries: readonly (readonly string[])[])
  toString(): string
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean })
  decode(bytes: Uint8Array): string
}
declare function atob(base64: string): string
declare function btoa(binary: string): string

interface RequestInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
  readonly credentials?: 'omit'
  readonly redirect?: 'error'
  readonly cache?: 'no-store'
  readonly referrerPolicy?: 'no-referrer'
}
interface Response {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: { getReader(): { read(): Promise<{ readonly value?: Uint8Array }> } } | null
  text(): Promise<string>
}

interface CryptoKey {
  readonly type: string
}
interface CryptoKeyPair {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}
interface SubtleCrypto {
  importKey(
    format: 'pkcs8',
    key: Uint8Array,
    algorithm: object,
    extractable: boolean,
    usages: readonly string[],
  ): Promise<CryptoKey>
  exportKey(format: 'spki', key: CryptoKey): Promise<ArrayBuffer>
  generateKey(
    algorithm: { readonly name: 'ECDSA' },
    extractable: boolean,
    usages: readonly string[],
  ): Promise<CryptoKeyPair>
  generateKey(algorithm: object, extractable: boolean, usages: readonly string[]): Promise<CryptoKeyPair | CryptoKey>
  sign(algorithm: object, key: CryptoKey, data: Uint8Array): Promise<ArrayBuffer>
}
interface Crypto {
  readonly subtle: SubtleCrypto
}
// `const` would not declare a property of `globalThis`.
// oxlint-disable-next-line no-var
declare var crypto: Crypto

declare function setTimeout(run: () => void, ms: number): number
declare function clearTimeout(id: number): void
declare const performance: { now(): number }
