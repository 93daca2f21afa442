// @vitest-environment node
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRecorderFile } from './accounts-file.ts'
import { usualRetention } from './retention.ts'

const pem = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'sec1', format: 'pem' },
}).privateKey
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'legwork-recorder-file-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const account = { account: 'desk', apiKey: 'key', privateKey: 'desk.pem' }

function write(file: unknown, mode = 0o600, key = pem): string {
  writeFileSync(join(folder, 'desk.pem'), key)
  chmodSync(join(folder, 'desk.pem'), mode)
  const path = join(folder, 'recorder.json')
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  return path
}

const problemOf = async (path: string): Promise<string> => {
  const read = await readRecorderFile(path)
  return read.ok ? 'none' : read.problem
}

test('a file names accounts with keys beside it; its own key may read an account, and whom it names', async () => {
  const read = await readRecorderFile(write({ accounts: [{ ...account, readers: ['ann'] }] }))
  expect(read.ok && read.file.accounts[0]).toMatchObject({ account: 'desk', tokenSeconds: 60, readers: new Set(['ann', 'key']) })
})

test('a file says how long what was seen stays, in days; what it does not say is as usual', async () => {
  const read = await readRecorderFile(write({ accounts: [account], retention: { minuteDays: 365, rowDays: 400 } }))
  expect(read.ok && read.file.retention).toEqual({ ...usualRetention, minuteDays: 365, rowDays: 400 })
  const usual = await readRecorderFile(write({ accounts: [account] }))
  expect(usual.ok && usual.file.retention).toEqual(usualRetention)
})

test.each([0o640, 0o604, 0o660, 0o666])('a key that others may read is refused (mode %o), and nothing of it is said', async mode => {
  const problem = await problemOf(write({ accounts: [account] }, mode))
  expect(problem).toContain('chmod 600')
  expect(problem).not.toContain(pem.slice(60, 80))
})

test.each([
  ['no JSON', '{', 'is not as it must be'],
  ['no account', { accounts: [] }, '(at "accounts")'],
  ['a key written into it', { accounts: [{ ...account, secret: pem }] }, '(at "accounts.0")'],
  ['one account twice', { accounts: [account, account] }, 'names the account "desk" twice'],
  ['minutes kept longer than hours', { accounts: [account], retention: { minuteDays: 999 } }, '(at "retention")'],
  ['a key that is not there', { accounts: [{ ...account, privateKey: 'other.pem' }] }, 'ENOENT'],
])('a file with %s is refused in words', async (_, file, text) => {
  const problem = await problemOf(write(file))
  expect(problem).toContain(text)
  expect(problem).not.toContain(pem.slice(60, 80))
})

test('a file of a key that is none is refused without its text', async () => {
  const problem = await problemOf(write({ accounts: [account] }, 0o600, 'hunter2'))
  expect(problem).toContain('none that can be used')
  expect(problem).not.toContain('hunter2')
})
