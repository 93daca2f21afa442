/** Two short notes, rising for a fill, falling for what went wrong. Nothing is loaded; a browser that will not play stays silent. */

let context: AudioContext | undefined

const noteSeconds = 0.14
const loudness = 0.06

export function playNotice(tone: 'ok' | 'warning' | 'neutral' | 'danger'): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const notes = tone === 'ok' ? [660, 880] : tone === 'warning' || tone === 'danger' ? [440, 330] : [520, 520]
  for (const [index, pitch] of notes.entries()) playNote(context, pitch, context.currentTime + index * noteSeconds)
}

function playNote(audio: AudioContext, pitch: number, at: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()]
  source.frequency.value = pitch
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(loudness, at + 0.02)
  volume.gain.linearRampToValueAtTime(0, at + noteSeconds)
  source.connect(volume).connect(audio.destination)
  source.start(at)
  source.stop(at + noteSeconds)
}
