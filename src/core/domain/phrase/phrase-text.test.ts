import { expect, it } from 'vitest'
import { splitWords } from './phrase-text.ts'

it.each([
  ['SOL_USDC-26DEC25-24.5-C', 'SOL 26DEC25 24.5C'],
  ['XRP_USDC-26DEC25-0d625-P', 'XRP 26DEC25 0.625P'],
  ['xrp_usdc-26dec25-0d625-c', 'xrp 26dec25 0.625c'],
  ['XRP-26DEC25-2d5-C', 'XRP 26DEC25 2.5C'],
  ['BTC-261225-100000-C', 'BTC 20261225 100000C'],
  ['BTC-USD-261225-100000-C', 'BTC 20261225 100000C'],
  ['DOGE-261225-0.25-P', 'DOGE 20261225 0.25P'],
  ['BTC-2026-12-25-100000-C', 'BTC 2026-12-25 100000C'],
  ['BTC-25DEC26-100000-C-USDT', 'BTC 25DEC26 100000C'],
  ['BTC-20261225-100000C', 'BTC 20261225 100000C'],
  ['PTF-20261225-24.5C', 'PTF 20261225 24.5C'],
  ['SOL_USDC-26DEC25-24.5-C/SOL_USDC-26DEC25-26-C', 'SOL 26DEC25 24.5C/26C'],
  ['XRP-26DEC25-0d5-P/XRP-26DEC25-0d625-C', 'XRP 26DEC25 0.5P/0.625C'],
  ['XRP-STRG-26DEC25-0d5_0d625', 'XRP STRG 26DEC25 0.5/0.625'],
  ['SOL-CS-26DEC25-24.5_26', 'SOL CS 26DEC25 24.5/26'],
  ['BTC_USDC-PERPETUAL', 'BTC perp'],
  ['BTC-USDT-SWAP', 'BTC perp'],
  ['ETH-PERP', 'ETH perp'],
  ['BTC_USDC-25DEC26', 'BTC 25DEC26 future'],
  ['BTC-USD-261225', 'BTC 20261225 future'],
  ['BTC-2026-12-25', 'BTC 2026-12-25 future'],
  ['sell 5 SOL_USDC-26DEC25-24.5-C @1.2', 'sell 5 SOL 26DEC25 24.5C @1.2'],
])('names of instruments on other exchanges %s is read as %s', (line, words) =>
  expect(splitWords(line).join(' ')).toBe(words),
)
