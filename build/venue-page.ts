/** `npm run tool -- static`: the app alone, for one venue that admits the page's origin and is called directly. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { type VenueFile, parseVenueFile, sourcesOf, venueFileName } from '../src/app/api/venue/venue-file.ts'
import { hostLines } from './host-lines.ts'
import { headerPolicy } from './page-policy.ts'
import { staticPage } from './static-page.ts'

type Env = Readonly<Record<string, string | undefined>>

export function venueOfBuild(env: Env): VenueFile {
  const named = (name: string): string | undefined => env[name]?.trim().replace(/\/+$/, '') || undefined
  const exchange = named('EXCHANGE_URL')
  if (exchange === undefined) {
    throw new Error(
      'Name the venue that the page is for: EXCHANGE_URL=https://api.venue.example npm run tool -- static',
    )
  }
  const read = parseVenueFile(
    JSON.stringify({ exchange, marketSummary: named('MARKET_SUMMARY_URL'), feed: named('FEED_URL') }),
  )
  if (read.ok) return read.venue
  const words = read.problem
    .replace(`${venueFileName} is wrong: `, '')
    .replace('"exchange"', 'EXCHANGE_URL')
    .replace('"marketSummary"', 'MARKET_SUMMARY_URL')
    .replace('"feed"', 'FEED_URL')
  throw new Error(words)
}

export function venuePage(folder: string, env: Env): Plugin {
  const venue = venueOfBuild(env)
  const connect = sourcesOf(venue)
  return staticPage({
    folder,
    host: 'src/app/entry/page-host-static.ts',
    // Only venue.json names it: until that is read, the page belongs to no venue and requests none.
    venue: '',
    feed: 'none',
    connect,
    async finish(into, { nonce, scriptHashes }) {
      await writeFile(join(into, venueFileName), `${JSON.stringify(venue, undefined, 2)}\n`)
      for (const { path, text } of hostLines(headerPolicy({ nonce, scriptHashes, connect }))) {
        await mkdir(dirname(join(into, path)), { recursive: true })
        await writeFile(join(into, path), text)
      }
    },
  })
}
