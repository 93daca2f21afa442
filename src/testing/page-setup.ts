/**
 * Setup of each test file. Page tests run on a stepped clock. Many share a process, its document and the libraries: each
 * file loads the program anew, and at its end its page comes to rest and the browser is as it was.
 */
import { afterAll, vi } from 'vitest'

/** Events that would start something again in the page of an earlier file. */
const wakes = new Set(['storage', 'visibilitychange', 'resume', 'freeze', 'pageshow', 'pagehide'])
const turnsToRest = 64

// Of hooks after a file, the last that was added runs first.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

if (typeof document !== 'undefined') {
  vi.resetModules()
  const { cleanup } = await import('@testing-library/react')
  const { emptyDatabase } = await import('./empty-database.ts')
  const { stepClock } = await import('./stepped-clock.ts')
  const { turn } = await import('./settled.ts')
  const endSteps = stepClock()
  const browser = usualBrowser()
  // A browser without locks lacks this property; here it is null.
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  afterAll(async () => {
    cleanup()
    // A part that still loads would be evaluated in the next file's document.
    await vi.dynamicImportSettled()
    // What still runs comes to its next timer, which is never due.
    for (let turns = 0; turns < turnsToRest; turns += 1) await turn()
    endSteps()
    browser.restore()
    emptyDatabase()
  })
}

function usualBrowser(): { readonly restore: () => void } {
  const { BroadcastChannel, ResizeObserver } = globalThis
  const url = location.href
  const element = HTMLElement.prototype
  const ownOfElement = Object.getOwnPropertyDescriptors(element)
  const ends: (() => void)[] = []
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      ends.push(() => this.close())
    }
  }
  for (const target of [window, document]) {
    const add = target.addEventListener as EventTarget['addEventListener']
    target.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: boolean) => {
      if (wakes.has(type)) ends.push(() => target.removeEventListener(type, listener, options))
      add.call(target, type, listener, options)
    }
    ends.push(() => {
      target.addEventListener = add
    })
  }
  return {
    restore() {
      for (const end of ends) end()
      Object.assign(globalThis, { BroadcastChannel, ResizeObserver })
      for (const name of Object.keys(Object.getOwnPropertyDescriptors(element)))
        if (!(name in ownOfElement)) Reflect.deleteProperty(element, name)
      Object.defineProperties(element, ownOfElement)
      for (const storage of [localStorage, sessionStorage]) storage.clear()
      for (const part of [document.head, document.body]) part.replaceChildren()
      for (const part of [document.documentElement, document.body])
        for (const name of part.getAttributeNames()) part.removeAttribute(name)
      for (const name of ['clipboard', 'storage']) Reflect.deleteProperty(navigator, name)
      Reflect.deleteProperty(document, 'visibilityState')
      const { happyDOM } = globalThis as unknown as { readonly happyDOM: { setURL(to: string): void } }
      happyDOM.setURL(url)
    },
  }
}
