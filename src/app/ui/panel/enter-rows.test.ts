// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { type EnteredRow, enterRows, registerRows, rowsCame } from './enter-rows.ts'

let panel: HTMLElement
let frame: HTMLElement
let entered: EnteredRow[]

function rowsIn(parent: HTMLElement, isEmpty = false): () => void {
  const host = document.createElement('div')
  parent.append(host)
  return registerRows(host, row => {
    if (!isEmpty) entered.push(row)
    return !isEmpty
  })
}

beforeEach(() => {
  document.body.innerHTML = '<section tabindex="-1"><div></div></section><input>'
  panel = document.querySelector('section') as HTMLElement
  frame = panel.firstElementChild as HTMLElement
  entered = []
  panel.focus()
})

describe('the way into rows', () => {
  it('leads to the first rows that there are, past grids without any', () => {
    rowsIn(frame, true)
    expect(enterRows(panel, 'first')).toBe(false)
    const leave = rowsIn(frame)
    expect(enterRows(panel, 'last')).toBe(true)
    expect(entered).toEqual(['last'])
    leave()
    expect(enterRows(panel, 'first')).toBe(false)
  })

  it('waits for rows that are on their way, and goes in once they come', () => {
    frame.innerHTML = '<div role="treegrid" aria-busy="true"></div>'
    expect(enterRows(panel, 'first')).toBe(true)
    expect(entered).toEqual([])
    frame.innerHTML = ''
    rowsIn(frame)
    rowsCame(frame)
    expect(entered).toEqual(['first'])
    rowsCame(frame)
    expect(entered).toHaveLength(1)
  })

  it('goes nowhere when the focus has gone elsewhere meanwhile', () => {
    frame.innerHTML = '<div role="grid" aria-busy="true"></div>'
    expect(enterRows(panel, 'first')).toBe(true)
    document.querySelector('input')?.focus()
    rowsIn(frame)
    rowsCame(frame)
    expect(entered).toEqual([])
  })
})
