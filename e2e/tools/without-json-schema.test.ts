import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namesOnly } from './without-json-schema.ts'

const core = join(dirname(createRequire(import.meta.url).resolve('zod')), 'v4', 'core')

describe('zod without what writes JSON schema', () => {
  it.each([
    ['to-json-schema.js', ['createToJSONSchemaMethod', 'createStandardJSONSchemaMethod', 'initializeContext']],
    ['json-schema-processors.js', ['stringProcessor', 'objectProcessor', 'toJSONSchema']],
  ])('keeps every name of %s', async (file, some) => {
    const code = namesOnly(readFileSync(join(core, file), 'utf8'))
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, (...given: unknown[]) => unknown>
    const real = (await import(join(core, file))) as Record<string, unknown>
    expect(Object.keys(module).sort()).toEqual(
      Object.keys(real)
        .filter(name => name !== 'process')
        .sort(),
    )
    expect(some.every(name => typeof module[name] === 'function')).toBe(true)
  })

  it('makes the methods of a schema, which say that they were left out', async () => {
    const code = namesOnly(readFileSync(join(core, 'to-json-schema.js'), 'utf8'))
    const { createToJSONSchemaMethod } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      createToJSONSchemaMethod: (schema: object) => () => unknown
    }
    expect(createToJSONSchemaMethod({})).toThrow('left out')
  })

  it('refuses a version of zod in which there is nothing to leave out', () => {
    expect(() => namesOnly('export default 1')).toThrow('elsewhere')
  })
})
