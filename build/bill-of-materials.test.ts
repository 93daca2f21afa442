import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readBill } from './bill-of-materials.ts'

test('the bill of materials is CycloneDX 1.6, names each package of the lock file with its checksum, and is the same each time', () => {
  const text = readBill()
  expect(readBill()).toBe(text)
  const bill = JSON.parse(text) as {
    readonly specVersion: string
    readonly metadata: { readonly tools: { readonly components: readonly object[] } }
    readonly components: readonly { readonly 'bom-ref': string; readonly hashes?: readonly object[] }[]
  }
  expect(bill).toMatchObject({
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
  })
  expect(bill.metadata.tools.components).toEqual([
    { type: 'application', name: 'npm cli', version: expect.any(String) },
  ])
  const refs = new Map(bill.components.map(each => [each['bom-ref'], each.hashes]))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity?: string }>>
  }
  for (const [path, { version, integrity }] of Object.entries(lock.packages)) {
    if (path === '') continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    expect(refs.has(`${name}@${version}`), path).toBe(true)
    if (integrity !== undefined) expect(refs.get(`${name}@${version}`), path).toHaveLength(1)
  }
})
