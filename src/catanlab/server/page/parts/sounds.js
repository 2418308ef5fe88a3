/**
 * Sounds made on the spot, without files: off until wanted.
 *
 * @typedef {"turn" | "offer" | "dice" | "seven" | "win"} Sound
 * @typedef {object} Sounds
 * @property {(name: Sound) => void} play makes no sound unless sounds are wanted
 */

const LOUDNESS = 0.35;

/**
 * @param {() => boolean} wanted
 * @returns {Sounds}
 */
export function createSounds(wanted) {
  /** @type {AudioContext | null} */
  let context = null;
  return {
    play(name) {
      if (!wanted() || typeof AudioContext === "undefined") return;
      // A browser lets a page sound only after somebody touched it.
      context ??= new AudioContext();
      const now = context;
      const sound = () => makeSound(now, now.destination, name, now.currentTime + 0.01);
      if (context.state === "suspended") context.resume().then(sound, () => {});
      else sound();
    },
  };
}

/**
 * Put a sound onto an audio graph, to begin at a time.
 * @param {BaseAudioContext} context
 * @param {AudioNode} output
 * @param {Sound} name
 * @param {number} start
 */
export function makeSound(context, output, name, start) {
  const loudness = context.createGain();
  loudness.gain.value = LOUDNESS;
  loudness.connect(output);
  SOUNDS[name](context, loudness, start);
}

/** @type {Record<Sound, (context: BaseAudioContext, output: AudioNode, start: number) => void>} */
const SOUNDS = {
  turn(context, output, start) {
    knock(context, output, start, 520);
    knock(context, output, start + 0.16, 690);
  },
  offer(context, output, start) {
    rustle(context, output, start, 0.14, 3200);
    rustle(context, output, start + 0.1, 0.2, 4400);
  },
  dice(context, output, start) {
    for (const [wait, pitch] of [[0, 900], [0.06, 1150], [0.11, 820], [0.19, 1000], [0.3, 760]])
      knock(context, output, start + wait, pitch, 0.6 - wait);
  },
  seven(context, output, start) {
    tone(context, output, start, { from: 110, to: 46, seconds: 0.7, loudness: 1, shape: "sine" });
    rustle(context, output, start, 0.08, 300);
  },
  win(context, output, start) {
    [392, 494, 587, 784].forEach((pitch, step) =>
      tone(context, output, start + 0.14 * step, {
        from: pitch,
        to: pitch,
        seconds: step === 3 ? 0.9 : 0.35,
        loudness: 0.5,
        shape: "triangle",
      }),
    );
  },
};

/**
 * Wood upon wood: a short tone that falls a little, and the click of the touch.
 * @param {BaseAudioContext} context
 * @param {AudioNode} output
 * @param {number} start
 * @param {number} pitch
 * @param {number} [loudness]
 */
function knock(context, output, start, pitch, loudness = 0.8) {
  tone(context, output, start, { from: pitch, to: pitch * 0.8, seconds: 0.09, loudness, shape: "sine" });
  rustle(context, output, start, 0.02, 1800);
}

/**
 * @param {BaseAudioContext} context
 * @param {AudioNode} output
 * @param {number} start
 * @param {{ from: number, to: number, seconds: number, loudness: number, shape: OscillatorType }} sound
 */
function tone(context, output, start, { from, to, seconds, loudness, shape }) {
  const source = context.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + seconds);
  source.connect(fading(context, output, start, seconds, loudness));
  source.start(start);
  source.stop(start + seconds);
}

/**
 * Noise around a pitch: paper, or the touch of two things.
 * @param {BaseAudioContext} context
 * @param {AudioNode} output
 * @param {number} start
 * @param {number} seconds
 * @param {number} pitch
 */
function rustle(context, output, start, seconds, pitch) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(fading(context, output, start, seconds, 0.6));
  source.start(start);
}

/**
 * A gain that falls to nothing.
 * @param {BaseAudioContext} context
 * @param {AudioNode} output
 * @param {number} start
 * @param {number} seconds
 * @param {number} loudness
 */
function fading(context, output, start, seconds, loudness) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(Math.max(0.001, loudness), start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  gain.connect(output);
  return gain;
}
