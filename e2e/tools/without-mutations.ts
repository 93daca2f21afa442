/**
 * Leaves out of the page the parts of the query library that nobody asks for here, mutations and endless lists: its client brings them along. The names
 * stay, and say so when they are called.
 */
import type { Plugin } from 'vite'

const parts = /\/@tanstack\/query-core\/build\/modern\/(?:mutation|infiniteQueryBehavior)\.js$/
const exported = /^export \{ ([\w, ]+) \};?$/m

/** The same module with names alone. */
export function exportsOnly(code: string): string {
  const names = exported.exec(code)?.[1]?.split(', ')
  if (names === undefined) throw new Error('The query library exports otherwise in this version: see e2e/tools/without-mutations.ts.')
  const left = `function left() { throw new Error('mutations and endless lists were left out of this build') }`
  return `${left}\n${names.map(name => `export const ${name} = left`).join('\n')}`
}

export function withoutMutations(): Plugin {
  return {
    name: 'legwork-without-mutations',
    apply: 'build',
    transform: { filter: { id: parts }, handler: code => ({ code: exportsOnly(code), map: null }) },
  }
}
