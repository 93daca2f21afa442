// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Direction } from '../../../../core/domain/structures/match.ts'
import { galleryEntries, legsText } from './gallery-entries.ts'
import { usualChoice } from './gallery-choice.ts'
import { Gallery } from './gallery.tsx'
import type { Placement } from '../../../../core/pricing/structures/place-structure.ts'

afterEach(cleanup)

function show(direction: Direction = 'long', placed: Placement = { ok: true, legs: [] }) {
  const taken: string[] = []
  const take = (entry: (typeof galleryEntries)[number]) => {
    taken.push(entry.id)
    return placed
  }
  render(<Gallery choice={{ ...usualChoice, direction }} setChoice={() => undefined} take={take} />)
  const search = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
  const cards = () => [...screen.getByTestId('gallery').querySelectorAll('[data-entry]')].map(card => card.textContent)
  return { taken, search, cards }
}

describe('the gallery', () => {
  it('has all forty-eight structures, by the view of who buys or sells them', () => {
    const { cards } = show()
    expect(new Set(galleryEntries.map(entry => entry.number)).size).toBe(48)
    expect(cards()).toHaveLength(galleryEntries.length)
    expect(screen.getByRole('region', { name: 'bullish' }).textContent).toContain('Bull call spread')
    cleanup()
    show('short')
    expect(screen.getByRole('region', { name: 'bearish' }).textContent).toContain('Bear call spread')
  })

  it.each([
    ['bear call', 'Bull call spreadCSpd'],
    ['irncdr', 'Iron condorIrnCdr'],
    ['#36', 'Iron condorIrnCdr'],
    ['condor iron', 'Iron condorIrnCdr'],
  ])('finds "%s" by what it is called, bought or sold', (text, expected) => {
    const { search, cards } = show()
    search(text)
    expect(cards()).toEqual([expected])
  })

  it('has its search ready to be typed in, and Enter takes nothing before something was asked for', () => {
    const { taken } = show()
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' })
    expect(taken).toEqual([])
    expect(document.querySelector('[data-hit="true"]')).toBeNull()
  })

  it('takes the highlighted one by Enter, goes to it by the arrow, and says when nothing is called so', () => {
    const { search, taken } = show()
    search('iron condor')
    const field = screen.getByRole('searchbox')
    expect(document.querySelector('[data-hit="true"]')?.textContent).toBe('Iron condorIrnCdr')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(taken).toEqual(['36 iron condor'])
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toBe('Iron condorIrnCdr')
    search('flying pig')
    expect(screen.getByText('No match')).toBeDefined()
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(screen.getByRole('button', { name: 'Iron condor IrnCdr' })).toBeDefined()
  })

  it('says why one could not be placed', () => {
    show('long', { ok: false, why: 'There is no later expiry.' })
    fireEvent.click(screen.getByRole('button', { name: 'Jelly roll' }))
    expect(screen.getByText('Jelly roll: There is no later expiry.')).toBeDefined()
  })

  it('a card names the legs, and the structure’s name when sold', () => {
    show('short')
    expect(screen.getByRole('button', { name: 'Bear call spread CSpd' }).title).toBe(
      'Bear call spread (4): −1 C K1, +1 C K2\nBought: Bull call spread',
    )
    const calendar = galleryEntries.find(entry => entry.number === 43)
    expect(calendar && legsText(calendar.form, 'long')).toBe('−1 C K1 T1, +1 C K1 T2')
  })
})
