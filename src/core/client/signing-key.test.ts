import { createECDH, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { importSigningKey, makePair, signToken } from './signing-key.ts'

const ec = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve })
const mine = ec()
const sec1 = mine.privateKey.export({ format: 'pem', type: 'sec1' }).toString()
const pkcs8 = mine.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n'
const body = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s/g, '')
const block = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`

function bareSec1(): { readonly pem: string; readonly publicKey: ReturnType<typeof createPublicKey> } {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const secret = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex')
  const der = Buffer.concat([Buffer.from([0x30, 0x25, 2, 1, 1, 4, 0x20]), secret])
  const point = pair.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  return { pem: block('EC PRIVATE KEY', der), publicKey: createPublicKey({ key: jwk, format: 'jwk' }) }
}

async function signs(pem: string, publicKey = mine.publicKey): Promise<boolean> {
  const imported = await importSigningKey(pem)
  if (!imported.ok) throw new Error(imported.message)
  expect(imported.key).toMatchObject({ type: 'private', extractable: false, usages: ['sign'] })
  const token = await signToken(imported.key, { sub: 'key-1', nonce: 7 })
  const [head = '', claims = '', signature = ''] = token.split('.')
  expect([decodeProtectedHeader(token), decodeJwt(token)]).toEqual([
    { alg: 'ES256', typ: 'JWT' },
    { sub: 'key-1', nonce: 7 },
  ])
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
}

const problem = async (text: string): Promise<string> => {
  const imported = await importSigningKey(text)
  return imported.ok ? 'taken' : imported.message
}

describe('a private key signs and cannot be read out, given', () => {
  it.each([
    ['in SEC1', sec1],
    ['in PKCS#8', pkcs8],
    ['in SEC1 after the block that names its curve', parameters + sec1],
    ['with lines of Windows', sec1.replaceAll('\n', '\r\n')],
    ['on one line, as a text field leaves it', sec1.replaceAll('\n', ' ')],
    ['as a string of JSON', JSON.stringify({ key: sec1 })],
    ['with words around it', `Your key:\n\n  ${pkcs8}\nKeep it.`],
  ])('%s', async (_, pem) => expect(await signs(pem)).toBe(true))

  it('in SEC1 with neither curve nor public half', async () => {
    const { pem, publicKey } = bareSec1()
    expect(await signs(pem, publicKey)).toBe(true)
  })

  it('of any pair, whatever zeros it begins with', async () => {
    for (let count = 0; count < 40; count += 1) {
      const pair = ec()
      for (const type of ['sec1', 'pkcs8'] as const) {
        expect(await signs(pair.privateKey.export({ format: 'pem', type }).toString(), pair.publicKey)).toBe(true)
      }
    }
  })
})

describe('what is no such key is refused with what to do', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const locked = { format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const
  const der = Buffer.from(body(sec1), 'base64')
  it.each([
    ['nothing', '', /no key yet/],
    [
      'a passphrase on PKCS#8',
      mine.privateKey.export({ ...locked, type: 'pkcs8' }).toString(),
      /passphrase.*openssl pkcs8/,
    ],
    [
      'a passphrase on SEC1',
      mine.privateKey.export({ ...locked, type: 'sec1' }).toString(),
      /passphrase.*openssl pkcs8/,
    ],
    [
      'the public half',
      mine.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      /public key.*private key of the pair/,
    ],
    ['P-384 in SEC1', ec('P-384').privateKey.export({ format: 'pem', type: 'sec1' }).toString(), /curve P-384.*P-256/],
    [
      'P-384 in PKCS#8',
      ec('P-384').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      /curve P-384.*P-256/,
    ],
    ['secp256k1', ec('secp256k1').privateKey.export({ format: 'pem', type: 'sec1' }).toString(), /secp256k1.*P-256/],
    ['RSA in PKCS#8', rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), /RSA key.*P-256/],
    ['RSA of old', rsa.privateKey.export({ format: 'pem', type: 'pkcs1' }).toString(), /RSA key.*P-256/],
    [
      'Ed25519',
      generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      /Ed25519.*P-256/,
    ],
    ['a key of SSH', block('OPENSSH PRIVATE KEY', randomBytes(200)), /SSH.*private key of the pair/],
    ['a public key of SSH', 'ecdsa-sha2-nistp256 AAAAE2VjZHNh me@desk', /SSH/],
    ['a certificate', block('CERTIFICATE', randomBytes(200)), /certificate, which holds no private key/],
    ['the curve alone', parameters, /holds no key/],
    ['two keys', sec1 + pkcs8, /2 private keys.*Give the one/],
    ['half of it', sec1.slice(0, 120), /end of the key is missing/],
    ['letters that are no base64', sec1.replace('M', '!'), /damaged/],
    ['a key cut within', block('EC PRIVATE KEY', der.subarray(0, 50)), /damaged/],
    ['a random block', block('PRIVATE KEY', randomBytes(120)), /damaged/],
    ['a token', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2ln', /ready-made token/],
    ['a binary file', der.toString('utf8'), /not text.*openssl/],
    ['words', 'my secret', /not a key in PEM/],
  ])('%s', async (_, text, sentence) => expect(await problem(text)).toMatch(sentence))

  it('a point that is not on the curve', async () => {
    const zero = Buffer.concat([Buffer.from([0x30, 0x25, 2, 1, 1, 4, 0x20]), Buffer.alloc(32)])
    expect(await problem(block('EC PRIVATE KEY', zero))).toMatch(/damaged/)
  })

  it('never with a part of the key in the sentence', async () => {
    for (const text of [
      sec1.replace('M', '!'),
      sec1.slice(0, 120),
      body(sec1),
      mine.privateKey.export({ ...locked, type: 'sec1' }),
    ]) {
      const said = await problem(String(text))
      for (let at = 0; at + 12 <= body(sec1).length; at += 1) expect(said).not.toContain(body(sec1).slice(at, at + 12))
    }
  })
})

it('a pair made here shows its public half, which verifies what the private half signs, and the private half cannot be exported', async () => {
  const { key, publicPem } = await makePair()
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('pkcs8', key)).rejects.toThrow(/./)
  const publicKey = createPublicKey(publicPem)
  expect(publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
  expect(() => createPrivateKey(publicPem)).toThrow(/./)
  const token = await signToken(key, { sub: 'a' })
  const [head, claims, signature = ''] = token.split('.')
  const ieee = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), ieee, Buffer.from(signature, 'base64url'))).toBe(true)
})
