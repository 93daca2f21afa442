import { describe, expect, test } from 'vitest'
import { dec } from '../decimal.ts'
import { usualExpiry } from '../instrument-index.ts'
import { instantiate, countNeeded, rightsOf, strikeOffsets } from './instantiate.ts'
import { templates } from './templates.ts'

const every = templates.flatMap(template => template.forms.map((form, index) => ({ template, form, index })))
const withStrikes = every.filter(({ form }) => countNeeded(form).strikes > 0)
const dayMs = 86_400_000

describe('where the gallery puts strikes', () => {
  test.each(withStrikes)(
    'of template $template.number, $template.name (form $index): one for each, ascending, none at the place of another, around the money',
    ({ form }) => {
      const offsets = strikeOffsets(form)
      expect(offsets).toHaveLength(countNeeded(form).strikes)
      expect(offsets.every((each, at) => at === 0 || each > (offsets[at - 1] ?? 0))).toBe(true)
      expect(Math.min(...offsets)).toBeLessThanOrEqual(0)
      expect(Math.max(...offsets)).toBeGreaterThanOrEqual(0)
    },
  )

  test('of a one-sided wing or condor are as far from its body on either side', () => {
    for (const { template, form } of withStrikes) {
      if (form.constraint !== 'equal_wings' && form.constraint !== 'equal_wings_else_broken') continue
      const offsets = strikeOffsets(form)
      const [first = 0, second = 0] = offsets
      const [beforeLast = 0, last = 0] = offsets.slice(-2)
      expect(`${template.name} ${(second - first).toFixed(9)}`).toBe(
        `${template.name} ${(last - beforeLast).toFixed(9)}`,
      )
    }
  })

  test('put puts below the money and calls above it where a structure has both, unless its strikes say otherwise', () => {
    for (const { form } of withStrikes) {
      const rights = rightsOf(form)
      // Guts and a risk reversal in the money are calls below puts.
      if (rights.indexOf('call') < rights.lastIndexOf('put') || !rights.includes('put')) continue
      const outside = strikeOffsets(form).filter((offset, at) =>
        rights[at] === 'put' ? offset >= 0 : rights[at] === 'call' && offset <= 0,
      )
      expect(outside).toEqual([])
    }
  })
})

describe('the legs of a form', () => {
  test('sold are those bought, turned, and nothing else changes', () => {
    for (const { form } of every) {
      const strikes = Array.from({ length: countNeeded(form).strikes }, (_, at) => dec(90_000 + at * 5_000))
      const place = (direction: 'long' | 'short') =>
        instantiate(form, {
          base: 'BTC',
          strikes,
          expiries: [dayMs, 2 * dayMs],
          direction,
          underlying: { product: 'spot' },
        })
      expect(place('short')).toEqual(place('long').map(leg => ({ ...leg, ratio: -leg.ratio })))
    }
  })

  test('name each strike and expiry that the form has, in its order', () => {
    for (const { form } of every) {
      const { strikes, expiries } = countNeeded(form)
      const used = new Set(form.legs.flatMap(leg => leg.strike ?? []))
      expect([...used].sort()).toEqual(Array.from({ length: strikes }, (_, at) => `K${at + 1}`))
      const dates = new Set(form.legs.flatMap(leg => leg.expiry ?? []))
      expect([...dates].sort()).toEqual(Array.from({ length: expiries }, (_, at) => `T${at + 1}`))
    }
  })
})

test('the expiry looked at first is the one nearest to a month ahead, before or after, and none where none is listed', () => {
  const at = (...days: readonly number[]) =>
    usualExpiry(
      days.map(day => day * dayMs),
      0,
    )
  expect(at(1, 8, 29, 64)).toBe(29 * dayMs)
  expect(at(1, 8, 64)).toBe(8 * dayMs)
  expect(at(40, 64)).toBe(40 * dayMs)
  expect(at()).toBeUndefined()
})
