import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportsOnly } from './without-mutations.ts'

const require = createRequire(import.meta.url)
const core = join(dirname(createRequire(require.resolve('@tanstack/react-query')).resolve('@tanstack/query-core')), '..', 'modern')

describe('the query library without mutations and endless lists', () => {
  it.each([['mutation.js'], ['infiniteQueryBehavior.js']])('keeps every name of %s, and says of each that it was left out', async file => {
    const code = exportsOnly(readFileSync(join(core, file), 'utf8'))
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, () => unknown>
    const real = (await import(join(core, file))) as Record<string, unknown>
    expect(Object.keys(module).sort()).toEqual(Object.keys(real).sort())
    for (const name of Object.keys(real)) expect(() => module[name]?.()).toThrow('left out')
  })

  it('refuses a version in which there is nothing to leave out', () => {
    expect(() => exportsOnly('export default 1')).toThrow('otherwise')
  })
})
