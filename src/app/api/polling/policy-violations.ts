/** Violations of the content security policy: those counted by the page's own server, and those of this page. */
import { fieldsOf, parseJson } from '../../../core/domain/json.ts'
import { createStore, useStore } from '../browser/store.ts'
import { useSaved } from './saved.ts'
import { pageHttp } from '../venue/client.ts'

const ofThisPage = createStore(0)

export function startPolicyCount(): () => void {
  const heard = (): void => ofThisPage.set(ofThisPage.get() + 1)
  document.addEventListener('securitypolicyviolation', heard)
  return () => document.removeEventListener('securitypolicyviolation', heard)
}

const withinMs = 4_000
const hasOwnServer = (): boolean => document.querySelector('meta[http-equiv="content-security-policy" i]') === null

async function readCounts(): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!hasOwnServer()) return undefined
  const answer = await pageHttp({
    method: 'GET',
    url: '/reports/policy',
    headers: {},
    signal: AbortSignal.timeout(withinMs),
  })
  return answer.status === 200 ? fieldsOf(fieldsOf(parseJson(answer.text))['violations']) : undefined
}

export function usePolicyViolations(): string {
  const here = useStore(ofThisPage)
  const read = useSaved(['policy violations', undefined], async () => ({ counts: await readCounts() }))
  const inPage = `${here === 0 ? 'none' : here} in this page`
  if (read.status === 'waiting' || (read.status === 'ready' && read.value.counts === undefined)) return inPage
  if (read.status === 'failed') return `${inPage}; the server's count is not known`
  const counts = Object.entries(read.value.counts ?? {})
  const all = counts.map(([directive, count]) => `${directive.replace('_', ' ')} ${String(count)}`).join(', ')
  return `${inPage}; reported to the server since it started: ${counts.length === 0 ? 'none' : all}`
}
