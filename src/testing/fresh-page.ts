/**
 * Before each file of page tests, which share a process: our modules are loaded again, the database of the last file is gone,
 * and globals that it replaced are restored. Libraries stay loaded, except those that `vite.config.ts` inlines.
 */
import { vi } from 'vitest'

type Place = Record<PropertyKey, unknown>

vi.resetModules()
const found = Symbol.for('legwork: the globals before the first file')
const place = globalThis as unknown as Place
const hasPage = typeof document !== 'undefined'
const objects = (hasPage ? [navigator, document, HTMLElement.prototype, Element.prototype] : []) as unknown as readonly Place[]
const isReplaceable = (value: unknown): boolean => typeof value === 'function' || (typeof value === 'object' && value !== null)

interface Found {
  readonly globals: ReadonlyMap<string, unknown>
  readonly own: readonly Record<string, PropertyDescriptor>[]
}
const read = (): Found => ({
  globals: new Map(Object.getOwnPropertyNames(place).flatMap(name => (isReplaceable(place[name]) ? [[name, place[name]] as const] : []))),
  own: objects.map(object => Object.getOwnPropertyDescriptors(object)),
})

const first = (place[found] ??= read()) as Found
for (const [name, value] of first.globals) if (place[name] !== value) place[name] = value
for (const name of Object.getOwnPropertyNames(place)) if (/^(?:indexedDB|IDB)/.test(name)) Reflect.deleteProperty(place, name)
for (const [at, object] of objects.entries()) {
  const own = first.own[at] ?? {}
  for (const name of Object.getOwnPropertyNames(object)) {
    const before = own[name]
    if (before === undefined) Reflect.deleteProperty(object, name)
    else if (before.configurable === true) Object.defineProperty(object, name, before)
  }
}
if (hasPage) (place['happyDOM'] as { setViewport(size: object): void }).setViewport({ width: 1024, height: 768 })
