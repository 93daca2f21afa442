// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askForScreen } from './ask-for-screen.ts'
import { fetchProgram, fetchFilesAfterFrame } from './fetch-program.ts'

let asked: string[] = []
let painted = (): void => undefined

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(tell: () => void) {
        painted = tell
      }
      observe(): void {}
    },
  )
  asked = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return new Response('{}')
  })
  history.replaceState(undefined, '', '/portfolio')
  document.head.innerHTML =
    '<meta name="legwork-venue" content="sandbox"><link data-rel="modulepreload" href="/a.js"><link data-rel="modulepreload" href="/b.js"><link rel="icon" href="/i.svg">'
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const rels = (): string[] => [...document.querySelectorAll('link')].map(link => link.rel)

test('the files of the program are asked for when the frame is painted, and not before', () => {
  fetchFilesAfterFrame()
  expect(rels()).toEqual(['', '', 'icon'])
  painted()
  expect(rels()).toEqual(['modulepreload', 'modulepreload', 'icon'])
})

test('a page that is never painted asks for them all the same', () => {
  fetchFilesAfterFrame()
  vi.advanceTimersByTime(99)
  expect(rels()).toEqual(['', '', 'icon'])
  vi.advanceTimersByTime(1)
  expect(rels()).toEqual(['modulepreload', 'modulepreload', 'icon'])
})

test('what draws the first figures is asked for once the frame is drawn, and the rest waits a moment for them', () => {
  document.head.insertAdjacentHTML('beforeend', '<link data-rel="modulepreload" data-first href="/first.js">')
  fetchFilesAfterFrame()
  expect(rels()).toEqual(['', '', 'icon', ''])
  vi.advanceTimersToNextFrame()
  expect(rels()).toEqual(['', '', 'icon', ''])
  vi.advanceTimersByTime(1)
  expect(rels()).toEqual(['', '', 'icon', 'modulepreload'])
  painted()
  vi.advanceTimersByTime(79)
  expect(rels()).toEqual(['', '', 'icon', 'modulepreload'])
  vi.advanceTimersByTime(1)
  expect(rels()).toEqual(['modulepreload', 'modulepreload', 'icon', 'modulepreload'])
})

test('once the first figures are drawn they wait for nothing', () => {
  fetchProgram()
  expect(rels()).toEqual(['modulepreload', 'modulepreload', 'icon'])
})

test('what the program alone shows of the portfolio sets out with its files, once, and not beside what the first picture is made of', () => {
  sessionStorage.setItem('legwork.session', JSON.stringify({ venueKey: 'sandbox', token: 'token-1' }))
  askForScreen()
  expect(asked).toEqual(['/v1/api/positions'])
  fetchProgram()
  fetchProgram()
  expect(asked.slice(1)).toEqual(['/v1/api/balances', '/v1/market_data/tradeable_entity/all/summary'])
  sessionStorage.clear()
})

test('what Build shows first is asked for with the page, and nothing with the program', () => {
  history.replaceState(undefined, '', '/build')
  askForScreen()
  const first = [...asked]
  fetchProgram()
  expect(first).toEqual(['/v1/api/exchangeInfo', '/v1/market_data/tradeable_entity/all/summary'])
  expect(asked).toEqual(first)
})
