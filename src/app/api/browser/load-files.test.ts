// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

const from = 'http://localhost/app/'
let loadFiles: typeof import('./load-files.ts').loadFiles
const links = (): readonly HTMLLinkElement[] => [...document.querySelectorAll('link')]
const settled = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))

async function begin(remembersFailures: boolean): Promise<void> {
  // happy-dom loads no styles and logs each one.
  const { settings } = (window as unknown as { readonly happyDOM: { readonly settings: object } }).happyDOM
  Object.assign(settings, { handleDisabledFileLoadingAsSuccess: true })
  onTestFinished(() => void Object.assign(settings, { handleDisabledFileLoadingAsSuccess: false }))
  vi.resetModules()
  vi.stubGlobal('CSS', { supports: () => remembersFailures })
  document.head.innerHTML = ''
  ;({ loadFiles } = await import('./load-files.ts'))
}
afterEach(() => vi.unstubAllGlobals())

describe('in every browser', () => {
  beforeEach(() => begin(false))
  test('a part waits for its style sheets, not for its scripts', async () => {
    const load = vi.fn<() => Promise<string>>(async () => 'part')
    const part = loadFiles(load, ['a.css', 'a.js'], from)
    await settled()
    expect(links().map(({ rel, href }) => [rel, href])).toEqual([
      ['stylesheet', `${from}a.css`],
      ['modulepreload', `${from}a.js`],
    ])
    expect(load).not.toHaveBeenCalled()
    links()[0]?.dispatchEvent(new Event('load'))
    expect(await part).toBe('part')
  })
  test('a style sheet that failed is fetched again by the next call, and one that came is not', async () => {
    const first = loadFiles(async () => 'part', ['a.css'], from)
    links()[0]?.dispatchEvent(new Event('error'))
    await expect(first).rejects.toThrow(`${from}a.css did not load.`)
    expect(links()).toEqual([])
    const second = loadFiles(async () => 'part', ['a.css'], from)
    links()[0]?.dispatchEvent(new Event('load'))
    expect(await second).toBe('part')
    expect(await loadFiles(async () => 'part', ['a.css'], from)).toBe('part')
    expect(links()).toHaveLength(1)
  })
  test('a file that the page names is not added again', async () => {
    document.head.innerHTML = `<link rel="stylesheet" href="${from}a.css" disabled>`
    expect(await loadFiles(async () => 'part', ['a.css'], from)).toBe('part')
    expect(links()).toHaveLength(1)
  })
})
test('a browser that remembers a module that failed does not import it before its file has come', async () => {
  await begin(true)
  const answers = [new Response('', { status: 408 }), new Response('export {}')]
  vi.stubGlobal('fetch', async () => answers.shift())
  const load = vi.fn<() => Promise<string>>(async () => 'part')
  await expect(loadFiles(load, ['a.js'], from)).rejects.toThrow(`${from}a.js did not load.`)
  expect(load).not.toHaveBeenCalled()
  expect(await loadFiles(load, ['a.js'], from)).toBe('part')
})
