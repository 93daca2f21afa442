// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchProgram, fetchProgramAfterPaint } from './fetch-program.ts'

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
  document.head.innerHTML =
    '<link data-rel="modulepreload" href="/a.js"><link data-rel="modulepreload" href="/b.js"><link rel="icon" href="/i.svg">'
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const rels = (): string[] => [...document.querySelectorAll('link')].map(link => link.rel)

test('the files of the program are asked for when the frame is painted, and not before', () => {
  fetchProgramAfterPaint()
  expect(rels()).toEqual(['', '', 'icon'])
  painted()
  expect(rels()).toEqual(['modulepreload', 'modulepreload', 'icon'])
})

test('a page that is never painted asks for them all the same', () => {
  fetchProgramAfterPaint()
  vi.advanceTimersByTime(99)
  expect(rels()).toEqual(['', '', 'icon'])
  vi.advanceTimersByTime(1)
  expect(rels()).toEqual(['modulepreload', 'modulepreload', 'icon'])
})

test('they wait a moment for the first figures where the page has a script of its own for those', () => {
  document.head.insertAdjacentHTML('beforeend', '<link rel="modulepreload" href="/first.js">')
  fetchProgramAfterPaint()
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
