/**
 * Alerts that a recorder watches, and the queue of what it has to send. What becomes known and what is to be sent of it are written in one transaction, under
 * the writer's fence: a recorder that is killed in between, or taken over, neither loses a message nor makes it twice. One that was sent and not yet marked so
 * is sent again under the same id.
 */
import type { Alert, Crossing, ValueOf } from '../../domain/alert.ts'
import type { Owner } from '../../domain/owner.ts'
import type { AlertMessage } from '../alerts/alert-message.ts'

/** An alert and whose token set it; empty: the recorder's file. */
export interface SetAlert {
  readonly alert: Alert
  readonly by: string
}

/** `quiet`: kept back until quiet hours end; `summarised`: sent in a summary then. */
export type DeliveryState = 'waiting' | 'quiet' | 'delivered' | 'summarised' | 'failed'

export interface Delivery {
  readonly destination: string
  readonly message: AlertMessage
  readonly state: DeliveryState
  readonly madeMs: number
  /** Tries so far. */
  readonly attempts: number
  /** What came of the last try; empty before it. */
  readonly said: string
}

export interface Outgoing {
  readonly message: AlertMessage
  /** Names of destinations. */
  readonly to: readonly string[]
}

export interface AlertChange {
  readonly watch: readonly SetAlert[]
  /** Ids of those that are watched no more, and may be again. */
  readonly drop: readonly string[]
  /** Ids of those that the trader removed, by the venue's clock: only one that was set later under such an id is watched again. */
  readonly remove?: { readonly ids: readonly string[]; readonly atMs: number } | undefined
  /** That an account may have. */
  readonly most: number
}

/** For those who may read the account. */
export interface AlertReader {
  alerts(owner: Owner): Promise<readonly SetAlert[]>
  /** The youngest, youngest first. */
  deliveries(owner: Owner, most: number): Promise<readonly Delivery[]>
  /** An alert that is watched already as it is stays as it is; one that was removed is left out. False, and nothing changed, where there would be too many. */
  changeAlerts(owner: Owner, change: AlertChange): Promise<boolean>
  /** Which of these were removed, and not set again since. */
  removedOf(owner: Owner, ids: readonly string[]): Promise<readonly string[]>
}

export interface Settled {
  readonly state: DeliveryState
  readonly attempts: number
  readonly dueMs: number
  readonly said: string
}

/** The venue's clock says when a level was crossed, this machine's when that is to be sent. */
export interface JudgedAt {
  readonly venueMs: number
  readonly nowMs: number
}

/** For the account's writer; every method rejects with `LostWriter` once another took over. */
export interface AlertWriter {
  /** Makes the alerts that the recorder's file set these. */
  setFileAlerts(alerts: readonly Alert[]): Promise<void>
  /** Holds figures against the alerts; each crossing is one message. */
  judge(valueOf: ValueOf, at: JudgedAt, outgoing: (crossing: Crossing) => Outgoing): Promise<number>
  queue(outgoing: readonly Outgoing[], nowMs: number): Promise<void>
  /**
   * What is to be sent next to a destination, urgent ones first, then by age; undefined where nothing is due. One that failed has the destination rest until
   * its next try, and only what is urgent is due meanwhile.
   */
  nextDue(destination: string, nowMs: number): Promise<Delivery | undefined>
  /** Gives up what waits for destinations other than these; answers how many. */
  retire(destinations: readonly string[]): Promise<number>
  settle(delivery: Pick<Delivery, 'destination' | 'message'>, settled: Settled): Promise<void>
  /** Puts one message in the place of all that quiet hours kept back for a destination; answers how many those were. */
  summarise(destination: string, nowMs: number, summaryOf: (retained: readonly AlertMessage[]) => AlertMessage): Promise<number>
  /** How many wait, or are kept back. */
  waiting(): Promise<number>
  /** Drops what was done with before. */
  forget(beforeMs: number): Promise<void>
}
