import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { differences, hashesOf, signedStatement, statementOf, sumsText, verifiedHashes } from './release-statement.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const hashes = new Map(Object.entries({ 'dist/a.js': 'aa'.repeat(32), 'dist/b.js': 'bb'.repeat(32) }))
const statement = statementOf(hashes, {
  version: '1.2.3',
  commit: 'c'.repeat(40),
  lock: 'd'.repeat(64),
  node: 'v20.19.0',
})
const text = signedStatement(statement, privateKey)
const changed = (from: string, to: string): string => {
  const parts = JSON.parse(text) as { payload: string }
  const body = Buffer.from(parts.payload, 'base64').toString().replace(from, to)
  return JSON.stringify({ ...parts, payload: Buffer.from(body).toString('base64') })
}

test('a signed statement gives back the hashes of its files', () => {
  expect(verifiedHashes(text, publicKey)).toEqual(hashes)
})

test.each([
  ['another hash', changed('aa', 'ab')],
  ['another path', changed('dist/a.js', 'dist/c.js')],
  ['another commit', changed('cc', 'cd')],
])('a statement with %s is refused', (_, altered) => {
  expect(altered).not.toBe(text)
  expect(() => verifiedHashes(altered, publicKey)).toThrow('not signed by this key')
})

test('a statement by another key is refused', () => {
  expect(() => verifiedHashes(text, generateKeyPairSync('ed25519').publicKey)).toThrow('not signed by this key')
})

test('a folder is hashed with all below it, and each missing, changed and extra file is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legwork-hashes-'))
  mkdirSync(join(folder, 'deep'))
  writeFileSync(join(folder, 'one'), '')
  writeFileSync(join(folder, 'deep', 'two'), 'x')
  const found = hashesOf(folder)
  expect(sumsText(found)).toBe(
    '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881  deep/two\n' +
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  one\n',
  )
  writeFileSync(join(folder, 'deep', 'two'), 'y')
  writeFileSync(join(folder, 'three'), '')
  expect(differences(new Map([...found, ['four', 'ff']]), hashesOf(folder))).toEqual([
    'four is missing',
    'deep/two is another',
    'three is not stated',
  ])
})
