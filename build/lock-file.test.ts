// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly integrity?: string; readonly dev?: boolean; readonly optional?: boolean }>
  >
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
const locked = Object.entries(lock.packages).filter(([path]) => path !== '')

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
