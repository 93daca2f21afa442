// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { writeCell } from './cells.tsx'

let host: HTMLElement
let changes: MutationRecord[]
let observer: MutationObserver
beforeEach(() => {
  host = document.createElement('span')
  changes = []
  observer = new MutationObserver(records => changes.push(...records))
  writeCell(host, '1.50', 'gain')
  observer.observe(host, { subtree: true, childList: true, characterData: true, attributes: true })
})
/** What was written since, those on their way included. */
const written = (): MutationRecord[] => [...changes, ...observer.takeRecords()]

describe('the text of a cell', () => {
  test('is what is written', () => {
    expect(host.textContent).toBe('1.50')
    expect(host.className).toBe('gain')
  })
  test('is not written again while it stays', () => {
    writeCell(host, '1.50', 'gain')
    expect(written()).toEqual([])
  })
  test('changes in the node that is there, which keeps its box', () => {
    const node = host.firstChild
    writeCell(host, '1.75', 'gain')
    expect(host.firstChild).toBe(node)
    expect(host.textContent).toBe('1.75')
    expect(written().map(each => each.type)).toEqual(['characterData'])
  })
  test('changes its tone alone where the text stays', () => {
    writeCell(host, '1.50', 'loss')
    expect(host.className).toBe('loss')
    expect(written().map(each => each.attributeName)).toEqual(['class'])
  })
  test('may be none, and come again', () => {
    writeCell(host, '', '')
    expect(host.textContent).toBe('')
    writeCell(host, '2', '')
    expect(host.textContent).toBe('2')
    expect(host.childNodes.length).toBe(1)
  })
  test('takes the place of whatever else stood there', () => {
    host.innerHTML = '<b>other</b>'
    writeCell(host, '3', '')
    expect(host.innerHTML).toBe('3')
  })
})
