/**
 * The bar over every screen during replay: chooses the minute. Space plays at 60×, a minute per second; Escape returns
 * to the present. Nothing is sent during replay.
 */
import { ChevronLeft, ChevronRight, History, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { dayOf, minuteStart, neighbourMinute, recordedDays, spanOfDay } from '../../../core/account/recorded-days.ts'
import { endReplay, moveReplay, useReplay } from '../../api/replay/replay.ts'
import { minuteMs, secondMs } from '../../../core/domain/time.ts'
import { type PastSamples, usePastSamples } from '../../model/account/use-past.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { Slider } from '../../ui/controls/slider.tsx'
import { formatUtc } from '../../ui/format/format-time.ts'
import { formatZoned, zoneLabel } from '../../ui/format/zoned-time.ts'
import { useStable } from '../../ui/use-stable.ts'
import styles from './replay.module.css'

const momentText = (atMs: number): string => `${formatZoned(atMs, 'dayMinutes')} ${zoneLabel(atMs)}`

function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role="dialog"], [role="menu"], [role="listbox"], textarea, input:not([type="range"])') !== null)
    return true
  return (
    key === ' ' &&
    target.closest('button, a, select, [role="checkbox"], [role="radio"], [role="tab"], summary') !== null
  )
}

function useReplayKeys(toggle: () => void): void {
  const press = useStable((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTaken(event))
      return
    if (event.key !== ' ' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === ' ') toggle()
    else endReplay()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [press])
}

function usePlaying(isPlaying: boolean, atMs: number, toMs: number | undefined): void {
  const step = useStable(() => {
    if (toMs === undefined) return
    if (atMs >= toMs) moveReplay({ isPlaying: false })
    else moveReplay({ atMs: atMs + minuteMs })
  })
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(step, secondMs)
    return () => clearInterval(timer)
  }, [isPlaying, step])
}

const go = (to: number | undefined): void => void (to !== undefined && moveReplay({ atMs: to, isPlaying: false }))

export function ReplayBar(): ReactNode {
  const replay = useReplay()
  const { samples, fault, isReading } = usePastSamples(replay?.atMs)
  const newestMs = samples.at(-1)?.atMs
  const atMs = replay?.atMs ?? (newestMs === undefined ? undefined : minuteStart(newestMs))
  const isPlaying = replay?.isPlaying === true
  useReplayKeys(() => moveReplay({ isPlaying: !isPlaying }))
  useEffect(() => {
    if (replay !== undefined && replay.atMs === undefined && atMs !== undefined) moveReplay({ atMs })
  }, [replay, atMs])
  return (
    <section className={styles.bar} aria-label="The past" data-testid="replay-bar">
      <History size={16} aria-hidden="true" />
      <output className={styles.words} aria-live={isPlaying ? 'off' : 'polite'}>
        {atMs === undefined ? (
          <strong>
            {fault ??
              (isReading ? 'Reading what was recorded' : 'Nothing is recorded yet: a sample is taken each minute.')}
          </strong>
        ) : (
          <>
            <strong>This is the past: {momentText(atMs)}.</strong> Nothing can be sent.
          </>
        )}
      </output>
      {atMs !== undefined && <Scrubber samples={samples} atMs={atMs} isPlaying={isPlaying} />}
      <Button size="sm" variant="primary" title="Escape" onClick={endReplay}>
        Return to now
      </Button>
    </section>
  )
}

interface ScrubberProps {
  readonly samples: PastSamples['samples']
  readonly atMs: number
  readonly isPlaying: boolean
}

function Scrubber({ samples, atMs, isPlaying }: ScrubberProps): ReactNode {
  const days = useMemo(() => recordedDays(samples), [samples])
  const dayMs = dayOf(atMs)
  const span = useMemo(() => spanOfDay(samples, dayMs), [samples, dayMs])
  usePlaying(isPlaying, atMs, span?.toMs)
  if (span === undefined) return null
  return (
    <>
      <Select
        label="Day"
        compact
        value={String(dayMs)}
        options={days.map(each => ({ value: String(each), label: formatUtc(each, 'date') }))}
        onChange={day => go(spanOfDay(samples, days.find(each => String(each) === day) ?? dayMs)?.fromMs)}
      />
      <IconButton
        size="sm"
        label="Previous recorded minute"
        icon={<ChevronLeft size={14} />}
        onClick={() => go(neighbourMinute(samples, atMs, 'before'))}
      />
      <div className={styles.scrubber}>
        <Slider
          label="Minute"
          hideLabel
          min={span.fromMs}
          max={Math.max(span.toMs, span.fromMs + minuteMs)}
          step={minuteMs}
          value={atMs}
          format={momentText}
          onChange={value => moveReplay({ atMs: Math.min(value, span.toMs) })}
        />
      </div>
      <IconButton
        size="sm"
        label="Next recorded minute"
        icon={<ChevronRight size={14} />}
        onClick={() => go(neighbourMinute(samples, atMs, 'after'))}
      />
      <Button
        size="sm"
        icon={isPlaying ? <Pause size={14} /> : <Play size={14} />}
        title="A minute each second (Space)"
        onClick={() => moveReplay({ isPlaying: !isPlaying })}
      >
        {isPlaying ? 'Pause' : 'Play at 60×'}
      </Button>
    </>
  )
}
