// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { must } from '../../../core/domain/must.ts'
import { registerRows } from './enter-rows.ts'
import { takePanelKey } from '../commands/ui-provider.tsx'

let entered: string[]
let hasRows: boolean
const at = (selector: string): HTMLElement => must(document.querySelector<HTMLElement>(selector) ?? undefined, selector)

beforeEach(() => {
  document.body.innerHTML = `
    <section data-panel tabindex="-1"><input type="search"><input type="text"><button></button><div id="rows"></div>
      <div role="dialog"><input id="asked"></div></section>
    <input id="outside">`
  entered = []
  hasRows = true
  registerRows(at('#rows'), row => {
    if (hasRows) entered.push(row)
    return hasRows
  })
})

function press(selector: string, key: string, more: KeyboardEventInit = {}): boolean {
  const target = at(selector)
  target.focus()
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  target.addEventListener('keydown', takePanelKey, { once: true })
  target.dispatchEvent(event)
  return event.defaultPrevented
}

describe('keys of a panel', () => {
  it('lead by arrow down from the panel to the row of last time, from its search to the first', () => {
    expect(press('section', 'ArrowDown')).toBe(true)
    expect(press('[type=search]', 'ArrowDown')).toBe(true)
    expect(entered).toEqual(['last', 'first'])
  })

  it('lead from the search by Enter and Escape too, and none of these is taken where there are no rows', () => {
    expect([press('[type=search]', 'Enter'), press('[type=search]', 'Escape')]).toEqual([true, true])
    expect(entered).toEqual(['first', 'first'])
    hasRows = false
    expect([
      press('[type=search]', 'Enter'),
      press('[type=search]', 'ArrowDown'),
      press('section', 'ArrowDown'),
    ]).toEqual([false, false, false])
  })

  it('lead by Escape from a field back to the panel, and from a search that found nothing', () => {
    expect(press('[type=text]', 'Escape')).toBe(true)
    expect(document.activeElement).toBe(at('section'))
    hasRows = false
    expect(press('[type=search]', 'Escape')).toBe(true)
    expect(document.activeElement).toBe(at('section'))
    expect(entered).toEqual([])
  })

  it('leave a field its arrows and its Enter, and a button its own', () => {
    const left = [
      press('[type=text]', 'ArrowDown'),
      press('[type=text]', 'Enter'),
      press('button', 'ArrowDown'),
      press('button', 'Escape'),
    ]
    expect(left).toEqual([false, false, false, false])
    expect(entered).toEqual([])
  })

  it('leave dialogs, what is outside of panels, keys with a modifier and those of a composition alone', () => {
    expect([press('#asked', 'Escape'), press('#outside', 'Escape')]).toEqual([false, false])
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])
      expect(press('section', 'ArrowDown', { [modifier]: true })).toBe(false)
    expect(press('[type=search]', 'Enter', { isComposing: true })).toBe(false)
    expect(entered).toEqual([])
  })

  it('leave alone what was answered already, by the key or by moving the focus', () => {
    const search = at('[type=search]')
    search.addEventListener('keydown', event => event.preventDefault(), { once: true })
    press('[type=search]', 'ArrowDown')
    search.addEventListener('keydown', () => at('button').focus(), { once: true })
    expect(press('[type=search]', 'ArrowDown')).toBe(false)
    expect(entered).toEqual([])
  })
})
