/**
 * Who may approve which account's orders (`APPROVERS_FILE`), and verification of their signatures. Nobody approves
 * orders of their own account.
 */
import { webcrypto } from 'node:crypto'
import { z } from '../../core/domain/zod.ts'

const names = z.array(z.string().check(z.minLength(1), z.maxLength(200)))
const text = z.string().check(z.minLength(1), z.maxLength(100))
const publicKey = z.union([
  z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: text, y: text }),
  z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: text }),
])
const fileSchema = z.strictObject({
  approvers: z.array(z.strictObject({ name: text, key: publicKey, own: names, approves: names })),
})

export interface Approver {
  readonly name: string
  readonly approves: readonly string[]
  verify(signed: string, signature: string): Promise<boolean>
}

export type Approvers = ReadonlyMap<string, Approver>
export type ReadApprovers =
  | { readonly ok: true; readonly approvers: Approvers }
  | { readonly ok: false; readonly problem: string }

const form =
  '{"approvers":[{"name":"…","key":{…},"own":["…"],"approves":["…"]}]}, with public P-256 or Ed25519 keys as JWK'

export async function readApprovers(json: string): Promise<ReadApprovers> {
  const parsed = fileSchema.safeParse(parse(json))
  if (!parsed.success) return { ok: false, problem: `it is not of the form ${form}` }
  const approvers = new Map<string, Approver>()
  for (const { name, key, own, approves } of parsed.data.approvers) {
    const both = approves.find(account => own.includes(account))
    if (both !== undefined) return { ok: false, problem: `${name} would approve for the own account ${both}` }
    if (approvers.has(name)) return { ok: false, problem: `it names ${name} twice` }
    const algorithm = key.kty === 'EC' ? { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } : { name: 'Ed25519' }
    try {
      const imported = await webcrypto.subtle.importKey('jwk', key, algorithm, false, ['verify'])
      approvers.set(name, {
        name,
        approves,
        verify: (signed, signature) => verified(algorithm, imported, signed, signature),
      })
    } catch {
      return { ok: false, problem: `the key of ${name} is not a public key` }
    }
  }
  return { ok: true, approvers }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

async function verified(
  algorithm: { readonly name: string },
  key: webcrypto.CryptoKey,
  signed: string,
  signature: string,
): Promise<boolean> {
  if (!/^[\w-]{1,200}$/.test(signature)) return false
  return await webcrypto.subtle.verify(algorithm, key, Buffer.from(signature, 'base64url'), Buffer.from(signed, 'utf8'))
}
