/** A static venue: every address repeats its first answer until a test changes it. */
import type { SandboxFixture } from './sandbox.fixture.ts'

export interface RepeatedAnswers {
  change: (path: string, text: string) => string
}

export function repeatAnswers(sandbox: SandboxFixture): RepeatedAnswers {
  const first = new Map<string, string>()
  const repeated: RepeatedAnswers = { change: (_, text) => text }
  sandbox.instead = async request => {
    if (request.method !== 'GET') return undefined
    const known = first.get(request.url)
    const headers = { 'content-type': 'application/json' }
    if (known !== undefined) return new Response(repeated.change(new URL(request.url).pathname, known), { headers })
    const answer = await sandbox.pass(request)
    if (answer.ok) first.set(request.url, await answer.clone().text())
    return answer
  }
  return repeated
}

export const quotesUp = (text: string): string =>
  text.replaceAll(
    /"(best_bid|best_ask|index_price)":"([\d.]+)"/g,
    (_, name, price) => `"${name}":"${Math.round(Number(price) * 10_100) / 10_000}"`,
  )
