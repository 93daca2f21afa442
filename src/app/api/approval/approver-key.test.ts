// @vitest-environment node
import 'fake-indexeddb/auto'
import { generateKeyPairSync } from 'node:crypto'
import { openDB } from 'idb'
import { afterEach, expect, it } from 'vitest'
import { type ApproverKey, removeApproverKey, setApproverKey } from './approver-key.ts'

afterEach(removeApproverKey)

async function stored(): Promise<ApproverKey | undefined> {
  const db = await openDB('legwork-approver', 1, {
    upgrade: fresh => void fresh.createObjectStore('approver', { keyPath: 'venueKey' }),
  })
  const [key] = (await db.getAll('approver')) as ApproverKey[]
  db.close()
  return key
}

it.each(['pkcs8', 'sec1'] as const)(
  'a PEM (%s) becomes the key whose public half it is, and cannot be read out again',
  async type => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = pair.privateKey.export({ type, format: 'pem' }).toString()
    expect(await setApproverKey('Ann', pem)).toEqual({ ok: true })
    const key = await stored()
    const { x, y } = pair.publicKey.export({ format: 'jwk' })
    expect([key?.name, key?.publicKey]).toEqual(['Ann', { kty: 'EC', crv: 'P-256', x, y }])
    if (key === undefined) throw new Error('none stored')
    await expect(crypto.subtle.exportKey('pkcs8', key.privateKey)).rejects.toThrow(/extractable/)
  },
)

it.each([
  [
    'another curve',
    (): string =>
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ],
  [
    'a public key',
    (): string =>
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  ],
  ['no key', (): string => 'ann'],
] as const)('%s is refused in words, and nothing is stored', async (_, pem) => {
  expect(await setApproverKey('Ann', pem())).toMatchObject({
    ok: false,
    message: expect.stringMatching(/\w+ \w+/) as string,
  })
  expect(await stored()).toBeUndefined()
})
