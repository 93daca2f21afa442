// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type LockFile, makeSbom } from './make-sbom.ts'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
const locked = Object.entries(lock.packages).filter(([path]) => path !== '')

interface Component {
  readonly name: string
  readonly 'bom-ref': string
  readonly purl: string
  readonly scope: string
  readonly hashes: readonly { readonly content: string }[]
}

describe('the bill of materials', () => {
  const { components } = JSON.parse(makeSbom(lock)) as { readonly components: readonly Component[] }

  test('names every package of the lock file once, with the checksum that npm holds it to', () => {
    expect(components).toHaveLength(locked.length)
    const zod = components.find(each => each['bom-ref'] === 'node_modules/zod')
    expect(zod).toMatchObject({ purl: `pkg:npm/zod@${lock.packages['node_modules/zod']?.version ?? ''}`, scope: 'required' })
    expect(components.find(({ name }) => name === 'vitest')?.scope).toBe('excluded')
    for (const { hashes } of components) for (const { content } of hashes) expect(content).toMatch(/^[0-9a-f]{128}$/)
    expect(components.find(({ name }) => name === '@types/node')?.purl).toMatch(/^pkg:npm\/%40types\/node@/)
  })
})

describe('the lock file', () => {
  test('holds everything that is built and shipped to a checksum; only checkers for other systems have none, as SECURITY.md says', () => {
    const open = locked.filter(([, { integrity }]) => integrity === undefined)
    const others = open.filter(
      ([path]) => !/\/(?:@biomejs\/cli-|@oxlint\/binding-|@oxlint-tsgolint\/|@oxc-parser\/binding-)[\w-]+$/.test(path),
    )
    expect(others).toEqual([])
    expect(open.filter(([, { dev, optional }]) => dev !== true || optional !== true)).toEqual([])
    expect(readFileSync('SECURITY.md', 'utf8')).toContain(`${open.length} entries`)
  })

  test('takes nothing from elsewhere than the registry', () => {
    const text = readFileSync('package-lock.json', 'utf8')
    expect(text).not.toMatch(/"resolved": "(?!https:\/\/registry\.npmjs\.org\/)/)
    expect(text).not.toMatch(/git\+|github:/)
  })
})
