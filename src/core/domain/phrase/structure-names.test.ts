import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, put } from '../structures/template.ts'
import { templates } from '../structures/templates.ts'
import { ratioOf, structureAt } from './structure-names.ts'

const named = (line: string) => structureAt(line.split(' '), 0)
const anyTemplate = fc.constantFrom(...templates)

describe('a structure', () => {
  it('has every name and code of the templates, and stands for their forms', () => {
    for (const template of templates) {
      for (const form of template.forms) {
        const name = (form.name ?? template.name).replace(/^long /, '')
        const found = named(name)
        expect(found?.words, name).toBe(name.split(' ').length)
        expect(found?.structure.forms, name).toContain(form)
        expect(found?.structure.side, name).toBe('buy')
      }
      if (template.code !== undefined)
        expect(named(template.code)?.structure.forms, template.code).toEqual(
          expect.arrayContaining([template.forms[0]]),
        )
    }
  })

  it('that is known by the name of what it is sold as, is that one sold', () => {
    const sold = templates.filter(
      each => !each.soldName.startsWith('short ') && !templates.some(other => other.name === each.soldName),
    )
    expect(sold.length).toBeGreaterThan(0)
    for (const { soldName, forms } of sold) {
      const found = named(soldName)?.structure
      if (found?.side === 'sell')
        expect(
          forms.some(form => found.forms.includes(form)),
          soldName,
        ).toBe(true)
      // A name that another structure bears as bought is that one.
      else expect(found?.side, soldName).toBe('buy')
    }
    expect(named('bear call spread')?.structure).toMatchObject({ side: 'sell' })
    expect(named('bear call spread')?.structure.forms[0]).toBe(named('bull call spread')?.structure.forms[0])
  })

  it.each([
    ['c', 'call'],
    ['puts', 'put'],
    ['cs', 'bull call spread'],
    ['put vertical', 'bear put spread'],
    ['rr', 'bullish risk reversal'],
    ['strad', 'straddle'],
    ['ic', 'iron condor'],
    ['iron fly', 'iron butterfly'],
    ['fly', 'call butterfly'],
    ['put bwb', 'broken-wing put butterfly'],
    ['buy-write', 'covered call'],
    ['cal', 'call calendar'],
    ['put diag', 'put diagonal'],
    ['xmas tree put', 'put christmas tree'],
    ['gull', 'bullish seagull'],
    ['jelly', 'jelly roll'],
    ['basis', 'future spread'],
  ])('said as “%s” is a %s', (said, name) => {
    const [short, long] = [named(said), named(name)]
    expect(short?.words).toBe(said.split(' ').length)
    expect(short?.structure).toBe(long?.structure)
  })

  it('is the longest that the words name', () => {
    expect(named('put calendar 100')).toMatchObject({ structure: { name: 'put calendar' }, words: 2 })
    expect(structureAt(['sell', 'iron', 'condor'], 1)).toMatchObject({ structure: { name: 'iron condor' }, words: 2 })
    expect(structureAt(['sell', 'iron', 'condor'], 0)).toBeUndefined()
    expect(structureAt(['iron'], 0)).toBeUndefined()
    expect(structureAt([], 0)).toBeUndefined()
  })

  it('is read whatever the case of its letters, and whatever stands around it', () => {
    const noise = fc.array(fc.constantFrom('buy', '10', 'dec', '100k'), { maxLength: 3 })
    fc.assert(
      fc.property(anyTemplate, noise, fc.boolean(), (template, before, isLoud) => {
        const name = template.name.replace(/^long /, '')
        const words = (isLoud ? name.toUpperCase() : name).split(' ')
        expect(structureAt([...before, ...words, '3500'], before.length)?.structure).toBe(named(name)?.structure)
      }),
    )
  })

  it('of futures, perpetuals and spot is an outright under its own name', () => {
    const forms = named('outright')?.structure.forms
    for (const [said, name] of [
      ['perp', 'perpetual'],
      ['perpetual', 'perpetual'],
      ['fut', 'future'],
      ['futures', 'future'],
      ['spot', 'spot'],
    ] as const)
      expect(named(said)?.structure).toEqual({ name, forms, side: 'buy' })
  })

  it('is a fly with wings of any width, and a reversal with its strikes either way', () => {
    for (const [name, other] of [
      ['call butterfly', 'broken-wing call butterfly'],
      ['put butterfly', 'broken-wing put butterfly'],
      ['bullish risk reversal', 'in-the-money bullish risk reversal'],
    ] as const) {
      const [all, more] = [named(name)?.structure.forms ?? [], named(other)?.structure.forms ?? []]
      expect(more.length).toBeGreaterThan(0)
      expect(all.slice(-more.length)).toEqual(more)
      expect(all.length).toBeGreaterThan(more.length)
    }
  })
})

it('a ratio buys nearer the money and sells further out: calls upwards, puts downwards', () => {
  const of = (name: string, ratios: readonly number[]) =>
    ratioOf({ structure: named(name)?.structure, ratio: { text: ratios.join('x'), ratios } })
  const legs = (name: string, ratios: readonly number[]) =>
    [of(name, ratios)].flatMap(found => (found !== undefined && 'forms' in found ? found.forms[0]?.legs : []))
  expect(of('call', [1, 2])).toMatchObject({ name: 'call ratio 1x2', side: 'buy' })
  expect(legs('call', [1, 2])).toEqual([call(1, 'K1'), call(-2, 'K2')])
  expect(legs('put', [2, 3])).toEqual([put(-3, 'K1'), put(2, 'K2')])
  expect(legs('call fly', [1, 3, 2])).toEqual([call(1, 'K1'), call(-3, 'K2'), call(2, 'K3')])
  expect(of('strangle', [1, 2])).toMatchObject({ why: expect.stringContaining('Say call or put') })
})
