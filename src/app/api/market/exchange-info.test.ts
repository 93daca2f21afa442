import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeInfoAnswer } from '../../../core/contract/answers.ts'
import { isSameListing, readListing } from './exchange-info.ts'
import { z } from '../../../core/domain/zod.ts'
import { wireSymbol } from '../../../testing/wire-symbol.ts'

const listingText = (symbols: readonly unknown[], stamp = '1'): string =>
  JSON.stringify({ entities_and_rules_response: { server_utc_timestamp: stamp, symbols } })

describe('listing', () => {
  const hostile = fc.constantFrom('},{', '"},{"', '\\"},{\\"', ']}}', '{"symbols":[', '"symbols":[{', '\u2028', '"')

  it("reads as the contract's own codec does, however long it is", async () => {
    const symbol = fc.record({
      name: fc.oneof(fc.string({ maxLength: 8 }), hostile),
      step: fc.constantFrom<unknown>('0.5', 0.5, 'half', null, 5),
      tag: fc.oneof(hostile, fc.string({ maxLength: 5 })),
      most: fc.constantFrom('100000000.0', '100000000.5', '1'),
      isOfItself: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(symbol, { maxLength: 6 }),
        fc.nat(60),
        fc.integer({ min: 1, max: 20_000 }),
        async (parts, copies, pieceLength) => {
          const rows = parts.map(({ name, step, tag, most, isOfItself }, index) => ({
            ...wireSymbol,
            symbol: name,
            base_asset: isOfItself ? name : 'BTC',
            maximum_value: most,
            tradeable_entity_id: String(index + 1),
            price_step: step,
            tags: [tag],
          }))
          const between = Array.from({ length: copies }, (_, index) => ({ ...wireSymbol, symbol: `BTC-${index}` }))
          const text = listingText([...rows, ...between, ...rows.slice(0, 1)])
          const read = await readListing(text, pieceLength)
          const codec = z.decode(exchangeInfoAnswer, JSON.parse(text)).entities_and_rules_response.symbols
          expect(read.ok && read.answer.instruments).toEqual(codec.rows)
          expect(read.ok && read.answer.rejectedRows.map(({ index, path }) => ({ index, path }))).toEqual(
            codec.rejected.map(({ index, path }) => ({ index, path })),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  it('holds the tags of rows that follow one another once where they are the same', async () => {
    const read = await readListing(
      listingText(
        [['BTC'], ['BTC'], ['BTC', 'spot'], ['ETH']].map((tags, index) => ({
          ...wireSymbol,
          symbol: `S${index}`,
          tags,
        })),
      ),
    )
    const [first, second, third, fourth] = read.ok ? read.answer.instruments : []
    expect(second?.tags).toBe(first?.tags)
    expect([third?.tags, fourth?.tags]).toEqual([['BTC', 'spot'], ['ETH']])
  })

  it('rejects duplicate instruments and those without a positive step', async () => {
    const rows = [
      { symbol: 'A' },
      { symbol: 'B' },
      { symbol: 'A', price_step: '5' },
      { symbol: 'C', price_step: '-1' },
      { symbol: 'D', quantity_step: '0' },
    ]
    const read = await readListing(listingText(rows.map(row => ({ ...wireSymbol, ...row }))))
    expect(read.ok && read.answer.instruments.map(row => row.symbol)).toEqual(['B'])
    expect(read.ok && read.answer.rejectedRows.map(({ index, message }) => [index, message])).toEqual([
      [3, 'not above zero'],
      [4, 'not above zero'],
      [0, 'twice in one answer'],
      [2, 'twice in one answer'],
    ])
  })

  it('says what is wrong with a text that is no listing', async () => {
    expect(await readListing('<html>')).toMatchObject({ ok: false, fault: { kind: 'drift' } })
    expect(await readListing('{"entities_and_rules_response":{}}')).toMatchObject({
      ok: false,
      fault: { kind: 'drift', path: expect.stringContaining('server_utc') },
    })
    expect(await readListing('null')).toMatchObject({ ok: false, fault: { kind: 'drift' } })
    expect(await readListing(listingText([]).replace('"symbols":[]', '"symbols":{}'))).toMatchObject({
      ok: false,
      fault: { path: expect.stringContaining('symbols') },
    })
  })

  it('is the same listing whenever it was made, and another with any other difference', () => {
    expect(isSameListing(listingText([wireSymbol], '1'), listingText([wireSymbol], '222'))).toBe(true)
    expect(isSameListing(listingText([wireSymbol]), listingText([{ ...wireSymbol, status: 'closed' }]))).toBe(false)
    expect(isSameListing(listingText([wireSymbol]), listingText([wireSymbol, wireSymbol]))).toBe(false)
  })
})
