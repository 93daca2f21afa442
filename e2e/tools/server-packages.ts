/**
 * `npm run tool -- image`, after a build: copies only the packages that the built server needs beside it, so that its
 * image has no compiler, bundler or page packages.
 */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export function packagesOf(code: string): string[] {
  const imported = [...code.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"'\n]+)["']/g)].map(
    ([, address = '']) => address,
  )
  const named = imported.filter(address => !/^[./]|^node:/.test(address) && !builtinModules.includes(address))
  return [...new Set(named.map(address => /^(?:@[^/]+\/)?[^/]+/.exec(address)?.[0] ?? address))].toSorted()
}

export function withNeeded(names: readonly string[], manifestOf: (name: string) => Manifest | undefined): string[] {
  const found = new Set<string>()
  const take = (name: string, isOptional: boolean): void => {
    if (found.has(name)) return
    const manifest = manifestOf(name)
    if (manifest === undefined && isOptional) return
    if (manifest === undefined) throw new Error(`${name} is needed and not installed`)
    found.add(name)
    const optional = Object.keys(manifest.optionalDependencies ?? {})
    for (const each of Object.keys(manifest.dependencies ?? {})) take(each, optional.includes(each))
    for (const each of optional) take(each, true)
  }
  for (const name of names) take(name, false)
  return [...found].toSorted()
}

function collect(): void {
  const [installed, server] = ['node_modules', join('dist', 'server')]
  const manifestOf = (name: string): Manifest | undefined => {
    const path = join(installed, name, 'package.json')
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : undefined
  }
  const names = withNeeded(packagesOf(readFileSync(join(server, 'main.js'), 'utf8')), manifestOf)
  rmSync(join(server, 'node_modules'), { recursive: true, force: true })
  for (const name of names)
    cpSync(join(installed, name), join(server, 'node_modules', name), { recursive: true, dereference: true })
  process.stdout.write(`The server needs ${names.length} packages: ${names.join(', ')}\n`)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) collect()
