import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('legwork.relays'))
})

const message = (data: unknown): MessageEvent => new MessageEvent('message', { data })

test('what the service worker asks before the program is there waits for it, each once and in order', async () => {
  const workers = new EventTarget()
  vi.stubGlobal('navigator', { serviceWorker: workers })
  // The head script and the program are separate bundles: each has its own instance of the module.
  const early = await import('./early-relays.ts')
  early.awaitRelays()
  workers.dispatchEvent(message('first'))
  workers.dispatchEvent(message('second'))
  vi.resetModules()
  const program = await import('./early-relays.ts')
  const heard: unknown[] = []
  program.takeRelays(event => heard.push(event.data))
  expect(heard).toEqual(['first', 'second'])
  workers.dispatchEvent(message('third'))
  expect(heard).toEqual(['first', 'second', 'third'])
})

test('a program without that script hears what comes once it listens', async () => {
  const workers = new EventTarget()
  vi.stubGlobal('navigator', { serviceWorker: workers })
  const { takeRelays } = await import('./early-relays.ts')
  const heard: unknown[] = []
  takeRelays(event => heard.push(event.data))
  workers.dispatchEvent(message('asked'))
  expect(heard).toEqual(['asked'])
})

test('a browser without service workers is asked nothing', async () => {
  vi.stubGlobal('navigator', {})
  const { takeRelays } = await import('./early-relays.ts')
  expect(() => takeRelays(() => undefined)).not.toThrow()
})
