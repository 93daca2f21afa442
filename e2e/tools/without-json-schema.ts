/**
 * Leaves out of the page what zod writes schemas as JSON schema with: nobody asks for that here, and each schema would bring it along. The
 * names stay, and say so when they are called.
 */
import type { Plugin } from 'vite'

const writers = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/
const named = /^export (?:const|function) (\w+)/gm

/** The same module with names alone; what makes a method of a schema may be called, its method not. */
export function namesOnly(code: string): string {
  const names = [...code.matchAll(named)].map(match => match[1] ?? '')
  if (names.length === 0) throw new Error('zod’s JSON schema is written elsewhere in this version: see e2e/tools/without-json-schema.ts.')
  const stands = names.map(name => `export const ${name} = ${name.startsWith('create') ? 'maker' : 'left'}`)
  return [`const left = () => { throw new Error('JSON schema was left out of this build') }`, 'const maker = () => left', ...stands].join(
    '\n',
  )
}

export function withoutJsonSchema(): Plugin {
  return {
    name: 'legwork-without-json-schema',
    apply: 'build',
    transform: { filter: { id: writers }, handler: code => ({ code: namesOnly(code), map: null }) },
  }
}
