/** Messages as desks write them, and what each is read to. "✗" marks a refusal and a part of its words. */
import { describe, expect, it } from 'vitest'
import { deskContext, readAsText } from '../../testing/desk-context.fixture.ts'
import { readStructure } from './read-structure.ts'

const strangle = '+1 25DEC 85P +1 25DEC 110C'
const callSpread = '+1 25DEC 100C −1 25DEC 110C'
const riskReversal = '−1 25DEC 90P +1 25DEC 110C'
const calls = '+1 25DEC 100C −1 26MAR 110C'

const readings: readonly (readonly [string, string])[] = [
  ['25DEC 85/110 strangle', strangle],
  ['25-Dec-26 95/105 CS', '+1 25DEC 95C −1 25DEC 105C'],
  ['Dec25 100 straddle', '+1 25DEC 100P +1 25DEC 100C'],
  ['DEC 100 strd x50', '+1 25DEC 100P +1 25DEC 100C | x50'],
  ['BTC 25DEC26 100000 straddle buy 50x', '+1 25DEC 100P +1 25DEC 100C | buy | x50'],
  ['2-way 25dec 90/110 RR 100x', `${riskReversal} | x100 | rfq`],
  ['25dec 90p/110c RR vs perp', riskReversal],
  ['25dec 90/110 rr delta hedged', riskReversal],
  ['25dec 90/110 rr dh 97800', riskReversal],
  ['buy 100x 25dec 100/110/120 cfly', '+1 25DEC 100C −2 25DEC 110C +1 25DEC 120C | buy | x100'],
  ['25dec 100/105/110 c fly 1x2x1', '+1 25DEC 100C −2 25DEC 105C +1 25DEC 110C'],
  ['25dec 100/110 1x2 call spread', '+1 25DEC 100C −2 25DEC 110C'],
  ['25dec 100/110 1x2 cs', '+1 25DEC 100C −2 25DEC 110C'],
  ['25dec/26mar 100 call cal', '−1 25DEC 100C +1 26MAR 100C'],
  ['11dec/25dec 100 c calendar x25', '−1 11DEC 100C +1 25DEC 100C | x25'],
  ['dec mar 100 straddle calendar', '−1 25DEC 100P −1 25DEC 100C +1 26MAR 100P +1 26MAR 100C'],
  ['long dec 100c short mar 110c', calls],
  ['+1x 25DEC 100C -1x 26MAR 110C', calls],
  ['buy 25dec 100c sell 25dec 110c x10', `${callSpread} | x10`],
  ['B 10 25DEC26 100000 C', '+1 25DEC 100C | buy | x10'],
  ['BTC-25DEC26-100000-C', '+1 25DEC 100C'],
  ['BTC-25DEC26-100000-C/BTC-25DEC26-110000-C CS', callSpread],
  ['BTC-CS-25DEC26-100000_110000', callSpread],
  ['25dec 85/90/105/110 condor', '✗ call condor, put condor or iron condor'],
  ['dec IC 85/90/105/110 @ 1200cr 10x', '+1 25DEC 85P −1 25DEC 90P −1 25DEC 105C +1 25DEC 110C | x10 | @1200 credit | firm'],
  ['sell 5 dec ic 85 90 105 110 for 1200 credit', '+1 25DEC 85P −1 25DEC 90P −1 25DEC 105C +1 25DEC 110C | buy | x5 | @1200 credit | firm'],
  ['10 lots dec 100/110 cs 0.012', '✗ “0.012” is not a price in USD'],
  ['dec 100/110 cs 1200/1250 100x', `${callSpread} | x100`],
  ['dec 100/110 cs, offer 1200', `${callSpread} | sell | @1200 credit | firm`],
  ['bid 1200 for 50 dec 100/110 cs', `${callSpread} | buy | x50 | @1200 debit | firm`],
  ['where is dec 100 110 cs in 100?', `${callSpread} | x100`],
  ['can i get a two way in 100 dec 90/110 strangles', '+1 25DEC 90P +1 25DEC 110C | x100 | rfq'],
  ['need px 200x mar 25d rr', '−1 26MAR 83P +1 26MAR 120C | x200'],
  ['25 delta risky mar', '−1 26MAR 83P +1 26MAR 120C'],
  ['10d strangle mar 50x', '+1 26MAR 80P +1 26MAR 120C | x50'],
  ['atm straddle dec', '+1 25DEC 98P +1 25DEC 98C'],
  ['atmf straddle mar', '+1 26MAR 98P +1 26MAR 98C'],
  ['dec 95% put', '+1 25DEC 93P'],
  ['dec 90/110% strangle', '+1 25DEC 88P +1 25DEC 108C'],
  ['1m 25d fly', '+1 25DEC 89P −1 25DEC 98P −1 25DEC 98C +1 25DEC 111C'],
  ['3m 10d fly', '+1 26MAR 80P −1 26MAR 98P −1 26MAR 98C +1 26MAR 120C'],
  ['mar 90/100/110 p tree', '−1 26MAR 90P −1 26MAR 100P +1 26MAR 110P'],
  ['dec call tree 100/110/115', '+1 25DEC 100C −1 25DEC 110C −1 25DEC 115C'],
  ['dec box 90/110', '+1 25DEC 90C −1 25DEC 90P −1 25DEC 110C +1 25DEC 110P'],
  ['dec 90/110 collar', '+1 PERP +1 25DEC 90P −1 25DEC 110C'],
  ['jade lizard dec 90 105 110', '−1 25DEC 90P −1 25DEC 105C +1 25DEC 110C'],
  ['seagull dec 90/100/110', '−1 25DEC 90P +1 25DEC 100C −1 25DEC 110C'],
  ['dec 100 syn x10', '+1 25DEC 100C −1 25DEC 100P | x10'],
  ['dec reversal 100', '−1 PERP −1 25DEC 100P +1 25DEC 100C'],
  ['dec conversion 100', '+1 PERP +1 25DEC 100P −1 25DEC 100C'],
  ['roll dec 100c to mar 110c', '−1 25DEC 100C +1 26MAR 110C'],
  ['dec 100c, mar 110c diag', '−1 25DEC 100C +1 26MAR 110C'],
  ['perp vs dec future x5', '−1 PERP +1 25DEC | x5'],
  ['cash and carry dec', '+1 SPOT −1 25DEC'],
  ['dec/mar futures spread', '−1 25DEC +1 26MAR'],
  ['10 BTC PERP', '+1 PERP | x10'],
  ['eth dec 3000/3200 cs x100', '+1 ETH 25DEC 3000C −1 ETH 25DEC 3200C | x100'],
  ['ETH 25DEC 3k/3.2k CS', '+1 ETH 25DEC 3000C −1 ETH 25DEC 3200C'],
  ['dec 100K/110K c/s', callSpread],
  ['DEC 100-110 CS', callSpread],
  ['dec 100,110 call spd', callSpread],
  ['DEC 110 C x 100 @ 55v', '+1 25DEC 110C | x100 | @2514.5 debit | firm'],
  ['dec 100 call 55 vol', '+1 25DEC 100C | @5645 debit | firm'],
  ['dec 100 put spread 90', '−1 25DEC 90P +1 25DEC 100P'],
  ['ps dec 100/90 paying 1800', '−1 25DEC 90P +1 25DEC 100P | buy | @1800 debit | firm'],
  ['dec 85 put 1 by 2 80 put', '−2 25DEC 80P +1 25DEC 85P'],
  ['christmas tree call dec 100/110/115', '+1 25DEC 100C −3 25DEC 110C +2 25DEC 115C'],
  ['gut strangle dec 110/90', '+1 25DEC 90C +1 25DEC 110P'],
  ['2 dec 100/110 cs vs 1 dec 90p', '+2 25DEC 100C −2 25DEC 110C −1 25DEC 90P'],
  ['dec 100/110 cs vs 90p', `${callSpread} −1 25DEC 90P`],
  ['call spread risk reversal 90/100/110 dec', '−1 25DEC 90P +1 25DEC 100C −1 25DEC 110C'],
  ['dec 90p/100c/110c', '+1 25DEC 90P +1 25DEC 100C +1 25DEC 110C'],
  ['dec 80/85/105/110 ic 10 lots', '+1 25DEC 80P −1 25DEC 85P −1 25DEC 105C +1 25DEC 110C | x10'],
  ['Dec 25 95 call', '+1 25DEC 95C'],
  ['sell 10 25 dec 26 85/110 strangle', `${strangle} | sell | x10`],
  ['dec 85/110 strangle 3.500', '✗ Is “3.500” 3500 or 3.5?'],
  ['7d 25d rr', '✗ “7d” seven days or 7 delta'],
  ['buy -5 dec 100c', '✗ A size is positive: “-5”'],
  ['BTC-20261225-95000C@1/BTC-20261225-105000C@-1 x10 @120 buy', '+1 25DEC 95C −1 25DEC 105C | buy | x10 | @120 | firm'],
  ['BTC-PERP', '+1 PERP'],
  ['10000c', '✗ Strike “10000c” is not listed'],
  ['dec -100C', '✗ “-100C”'],
  // Of our own.
  ['25 DEC 26 85/80 PS 1x2', '−2 25DEC 80P +1 25DEC 85P'],
  ['12/25 95 call', '+1 25DEC 95C'],
  ['25.12.2026 95 call', '+1 25DEC 95C'],
  ['XBT dec 100c', '+1 25DEC 100C'],
  ['dec 85P 1.000x', '✗ Is “1.000” 1000 or 1?'],
  ['BTC-25DEC26-85000-P/BTC-11DEC26-85000-P', '✗ Two expiries'],
  ['+1 BTC-25DEC26-100000-C -1 BTC-25DEC26-110000-C', callSpread],
  ['dec 100 strangel', '✗ Did you mean “strangle”?'],
  ['dec 100c 10 up', '+1 25DEC 100C | x10'],
  ['dec 100/110 cs 2.5 cr, x10', `${callSpread} | x10 | @2.5 credit | firm`],
  ['RFQ: dec 100/110 cs', `${callSpread} | rfq`],
  ['who’s got dec 100/110 cs pls?', callSpread],
  ['dec 100c at 3.2%', '✗ “3.2%”'],
  ['12/25 95/105 cs', '+1 25DEC 95C −1 25DEC 105C'],
  ['90/110 rr dec vs 97800', riskReversal],
  ['LpppLvnXr{}z-d @ -3', '✗ Not understood'],
  ['{"a":1}', '✗ Not understood'],
  ['UNKNOWN-THING', '✗ Not understood'],
]

describe('a message of a desk', () => {
  it.each(readings)('%s', (line, expected) => {
    const read = readAsText(line)
    if (expected.startsWith('✗')) {
      expect(read).toMatch(/^✗/)
      expect(read).toContain(expected.slice(2))
    } else expect(read).toBe(expected)
  })

  it('is accompanied by what was assumed', () => {
    const notesOf = (line: string): string => {
      const found = readStructure(line, deskContext)
      return found.ok ? (found.value.notes ?? []).join(' ') : found.why
    }
    expect(notesOf('2-way 25dec 90/110 RR 100x')).toMatch(/side/)
    expect(notesOf('25dec 90/110 rr dh 97800')).toMatch(/delta hedge .*BTC PERP.*97800/i)
    expect(notesOf('25dec 90p/110c RR vs perp')).toMatch(/delta hedge .*BTC PERP/i)
    expect(notesOf('dec 100/110 cs 1200/1250 100x')).toMatch(/1200 \/ 1250.*side/)
    expect(notesOf('cash and carry dec')).toMatch(/spot/i)
    expect(notesOf('dec 100 call 55 vol')).toMatch(/55 vol/)
    expect(notesOf('sell 5 dec ic 85 90 105 110 for 1200 credit')).toMatch(/receives/)
    expect(notesOf('roll dec 100c to mar 110c')).toMatch(/no position/)
    expect(notesOf('25DEC 85/110 strangle')).toBe('')
  })

  it('a roll closes the position that is there, long or short', () => {
    const short = { ...deskContext, positionOf: (symbol: string) => (symbol === 'BTC-20261225-100000C' ? -2 : 0) }
    expect(readAsText('roll dec 100c to mar 110c', short)).toBe('+1 25DEC 100C −1 26MAR 110C')
    expect(readAsText('roll dec 100c to mar 110c', { ...short, positionOf: () => 3 })).toBe('−1 25DEC 100C +1 26MAR 110C')
  })
})
