import { webcrypto } from 'node:crypto'
import { type ApprovalSubject, declineText, grantText, listText } from '../core/domain/approval/approval-text.ts'

export interface TestApprover {
  readonly name: string
  readonly publicKey: Readonly<Record<string, unknown>>
  sign(text: string): Promise<string>
  grant(subject: ApprovalSubject): Promise<object>
  decline(subject: ApprovalSubject, reason: string): Promise<object>
  list(venue: string, atMs: number): Promise<object>
}

export async function makeApprover(name: string, curve: 'P-256' | 'Ed25519' = 'P-256'): Promise<TestApprover> {
  const made = curve === 'P-256' ? { name: 'ECDSA', namedCurve: 'P-256' } : { name: 'Ed25519' }
  const { privateKey, publicKey } = (await webcrypto.subtle.generateKey(made, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair
  const { kty, crv, x, y } = await webcrypto.subtle.exportKey('jwk', publicKey)
  const sign = async (text: string): Promise<string> => {
    const algorithm = curve === 'P-256' ? { name: 'ECDSA', hash: 'SHA-256' } : { name: 'Ed25519' }
    return Buffer.from(await webcrypto.subtle.sign(algorithm, privateKey, Buffer.from(text, 'utf8'))).toString(
      'base64url',
    )
  }
  return {
    name,
    publicKey: curve === 'P-256' ? { kty, crv, x, y } : { kty, crv, x },
    sign,
    grant: async subject => ({ id: subject.id, approver: name, signature: await sign(grantText(subject)) }),
    decline: async (subject, reason) => ({
      id: subject.id,
      approver: name,
      reason,
      signature: await sign(declineText(subject, reason)),
    }),
    list: async (venue, atMs) => ({ approver: name, at_ms: atMs, signature: await sign(listText(venue, name, atMs)) }),
  }
}
