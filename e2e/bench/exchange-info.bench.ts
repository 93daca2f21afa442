/** The listing: decoded, checked and indexed, beside bare `JSON.parse` of the same text; and a refetch that lists the same. */
import { isSameListing, readListing } from '../../src/api/exchange-info.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { indexInstruments } from '../../src/domain/instrument-index.ts'
import { mountSandbox } from '../../src/server/mount-sandbox.ts'
import { type Bench, type BenchRow, inTurn } from './bench.ts'

const sizes = [1_000, 10_000, 50_000]

async function listingOf(instruments: number): Promise<string> {
  const sandbox = await mountSandbox({ seed: 'bench', market: 'frozen', instruments, profile: 'extended' })
  const answer = await sandbox.fetch(new Request(`http://127.0.0.1${endpoints.exchangeInfo.path}`))
  sandbox.stop()
  return await answer.text()
}

/** All that a screen may ask of the listing at once. */
async function readAndIndex(text: string): Promise<void> {
  const read = await readListing(text)
  if (!read.ok || read.answer.setAside.length > 0) throw new Error('the sandbox lists what the contract does not know')
  const index = indexInstruments(read.answer.instruments)
  const [first] = index.all
  const [base = ''] = index.bases()
  const isIndexed = first !== undefined && index.byId(first.tradeable_entity_id) === first && index.bySymbol(first.symbol) === first
  if (!isIndexed || index.expiries(base).length === 0) throw new Error('the index lacks what was listed')
}

/** A copy that shares nothing with the text, as the next answer of the venue is one. */
const copyOf = (text: string): string => Buffer.from(text).toString('utf8')

export const bench: Bench = {
  name: 'exchange-info',
  about: 'the listing at 1,000 to 50,000 instruments',
  async run(say) {
    const rows: BenchRow[] = []
    for (const size of sizes) {
      say(`${size.toLocaleString('en')} instruments`)
      const text = await listingOf(size)
      const again = copyOf(text)
      const rounds = size > 10_000 ? 9 : 25
      const [parse = 0, decode = 0, same = 0] = await inTurn(
        [() => JSON.parse(text), () => readAndIndex(text), () => isSameListing(text, again)],
        rounds,
      )
      const listed = (JSON.parse(text) as { entities_and_rules_response: { symbols: unknown[] } }).entities_and_rules_response.symbols
        .length
      rows.push({
        name: 'exchangeInfo: decode, check, index',
        size: listed,
        unit: 'ms',
        floor: parse,
        measured: decode,
        goal: { ratio: 1.35 },
      })
      rows.push({ name: 'exchangeInfo: unchanged refetch', size: listed, unit: 'ms', floor: parse, measured: same, goal: { ratio: 0.05 } })
    }
    return rows.toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1))
  },
}
