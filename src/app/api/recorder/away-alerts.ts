/**
 * Alerts that the recorder watches while no page is open. With the switch on, this browser's alerts are sent to the
 * recorder by id, and removals are applied in both directions. Failures are retried each minute. The switch is per
 * browser and account.
 */
import type { Alert } from '../../../core/domain/alert.ts'
import { addAlert, alertsOf, onAlerts, removeAlert } from '../alerts/alerts.ts'
import { createStore, useStore } from '../browser/store.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import { type Owner, type OwnerKey, ownerKey } from '../../../core/domain/owner.ts'
import { askRecorder } from './ask-recorder.ts'
import type { RecorderAnswer } from '../../../core/history/recorder-interface.ts'

type Answer = RecorderAnswer<'alerts'>
export type AwayAlert = Answer['alerts'][number]
export type SentAlert = Answer['sent'][number]
export type TestResult = RecorderAnswer<'testAlert'>['results'][number]

export type AwayAlerts =
  /** No recorder follows the account, or it sends no alerts for it. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'ready'
      readonly isOn: boolean
      readonly others: readonly AwayAlert[]
      readonly to: Answer['to']
      readonly sent: readonly SentAlert[]
      /** Why the recorder lacks this browser's current alerts; undefined if it has them. */
      readonly problem: string | undefined
      readonly removed: readonly Alert[]
      setOn(isOn: boolean): void
      remove(id: string): void
      /** Sets one of `removed` again as a new alert; false if there are too many. */
      setAgain(id: string): boolean
      test(): Promise<readonly TestResult[] | string>
    }

const away = createStore<AwayAlerts>({ kind: 'none' })
export const useAwayAlerts = (): AwayAlerts => useStore(away)

const storageKey = 'legwork.watched-away'
const mostRemovedShown = 20

interface AwayState {
  readonly isOn: boolean
  /** Ids that this browser sent and has not seen removed. */
  readonly ids: readonly string[]
}

function storedOf(owner: OwnerKey): AwayState {
  const stored = readStored('local', storageKey) as
    | Readonly<Record<string, Partial<AwayState> | undefined>>
    | undefined
    | null
  const found = stored?.[owner]
  const ids = Array.isArray(found?.ids) ? found.ids.filter(id => typeof id === 'string') : []
  return { isOn: found?.isOn === true, ids }
}

function store(owner: OwnerKey, next: AwayState): void {
  const stored = readStored('local', storageKey)
  writeStored('local', storageKey, { ...(typeof stored === 'object' && stored !== null ? stored : {}), [owner]: next })
}

let following: AwayFollowing | undefined

export function stopAwayAlerts(): void {
  following?.stop()
  following = undefined
  away.set({ kind: 'none' })
}

export async function followAwayAlerts(owner: Owner, account: string): Promise<void> {
  if (following?.isOf(owner, account) !== true) {
    stopAwayAlerts()
    following = new AwayFollowing(owner, account)
  }
  await following.refresh()
}

class AwayFollowing {
  readonly #owner: Owner
  readonly #key: OwnerKey
  readonly #account: string
  readonly #toRemove = new Set<string>()
  #removed: readonly Alert[] = []
  readonly #stop: () => void
  #isOver = false
  #running: Promise<void> | undefined
  #isWanted = false
  #known: Answer | undefined
  #problem: string | undefined
  #ids: string

  constructor(owner: Owner, account: string) {
    this.#owner = owner
    this.#key = ownerKey(owner)
    this.#account = account
    this.#ids = this.#ownIds()
    this.#stop = onAlerts(() => this.#changed())
  }

  isOf(owner: Owner, account: string): boolean {
    return ownerKey(owner) === this.#key && account === this.#account
  }

  stop(): void {
    this.#isOver = true
    this.#stop()
  }

  #ownIds(): string {
    return alertsOf(this.#key)
      .map(each => each.id)
      .join(' ')
  }

  #changed(): void {
    if (this.#ownIds() === this.#ids) return
    this.#ids = this.#ownIds()
    this.#show()
    void this.refresh()
  }

  refresh(): Promise<void> {
    this.#isWanted = true
    this.#running ??= this.#refreshAll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #refreshAll(): Promise<void> {
    while (this.#isWanted && !this.#isOver) {
      this.#isWanted = false
      await this.#handOver()
      if (this.#problem === undefined) this.#toRemove.clear()
      this.#show()
    }
  }

  async #handOver(): Promise<void> {
    const [owner, account] = [this.#owner, this.#account]
    const reply = await askRecorder('alerts', owner, { query: { account } })
    if (this.#isOver) return
    this.#problem = reply.ok ? undefined : reply.text
    if (!reply.ok) return
    this.#known = reply.answer
    const change = changeOf(reply.answer.alerts, storedOf(this.#key), alertsOf(this.#key), [...this.#toRemove])
    if (change.watch.length + change.drop.length + change.remove.length === 0) return
    const written = await askRecorder('watchAlerts', owner, { body: { account, ...change } })
    if (this.#isOver) return
    this.#problem = written.ok ? undefined : written.text
    if (!written.ok) return
    this.#known = written.answer
    const watched = new Set(written.answer.alerts.map(each => each.id))
    const { isOn, ids } = storedOf(this.#key)
    const handedOver = [...new Set([...ids, ...change.watch.map(each => each.id)])]
    store(this.#key, { isOn, ids: handedOver.filter(id => watched.has(id)) })
    this.#removeMany(written.answer.removed)
  }

  /** Removes alerts here that were removed elsewhere; they stay visible until the page is closed. */
  #removeMany(ids: readonly string[]): void {
    const gone = alertsOf(this.#key).filter(each => ids.includes(each.id))
    this.#removed = [...gone, ...this.#removed].slice(0, mostRemovedShown)
    for (const { id } of gone) removeAlert(this.#key, id)
  }

  #show(): void {
    if (this.#isOver || this.#known === undefined) return
    const { to, sent, alerts } = this.#known
    const own = new Set(alertsOf(this.#key).map(each => each.id))
    away.set({
      kind: 'ready',
      isOn: storedOf(this.#key).isOn,
      others: alerts.filter(each => !own.has(each.id)),
      to,
      sent,
      problem: this.#problem,
      removed: this.#removed,
      setOn: this.#setOn,
      remove: this.#remove,
      setAgain: this.#setAgain,
      test: this.#test,
    })
  }

  readonly #setOn = (isOn: boolean): void => {
    store(this.#key, { ...storedOf(this.#key), isOn })
    this.#show()
    void this.refresh()
  }

  readonly #remove = (id: string): void => {
    this.#toRemove.add(id)
    void this.refresh()
  }

  readonly #setAgain = (id: string): boolean => {
    const alert = this.#removed.find(each => each.id === id)
    if (alert === undefined) return false
    const { kind, subject, direction, level } = alert
    this.#removed = this.#removed.filter(each => each !== alert)
    const isSet = addAlert(this.#key, { kind, subject, direction, level })
    if (!isSet) this.#removed = [alert, ...this.#removed]
    return isSet
  }

  readonly #test = async (): Promise<readonly TestResult[] | string> => {
    const reply = await askRecorder('testAlert', this.#owner, { body: { account: this.#account } })
    void this.refresh()
    return reply.ok ? reply.answer.results : reply.text
  }
}

function changeOf(
  watched: readonly AwayAlert[],
  { isOn, ids }: AwayState,
  own: readonly Alert[],
  toRemove: readonly string[],
) {
  const known = new Set(watched.map(each => each.id))
  const ownIds = new Set(own.map(each => each.id))
  const handedOver = ids.filter(id => known.has(id))
  return {
    watch: (isOn ? own : []).filter(each => !known.has(each.id)).map(({ reportedMs: _reportedMs, ...alert }) => alert),
    // From now on this browser alone checks its alerts.
    drop: isOn ? [] : handedOver.filter(id => ownIds.has(id)),
    remove: [...new Set([...handedOver.filter(id => !ownIds.has(id)), ...toRemove.filter(id => known.has(id))])],
  }
}
