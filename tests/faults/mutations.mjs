/**
 * Messages that are almost right: a valid one is changed in a value, a type, a field or a byte, or made from the
 * published JSON Schema with values at and beyond its limits.
 */

const RESOURCES = ["wood", "clay", "sheep", "wheat", "ore"];

/** Values that programs stumble over. */
const EVIL = [
  null, true, false, 0, -1, -0, 1.5, 4, 99, 2 ** 31, 2 ** 53, 2 ** 53 - 1, -(2 ** 63), 1e20, 1e308, -1e308, 5e-324,
  "", " ", "\u0000", "\n", "\r\nSet-Cookie: a=b", "\u202e\u200b", "\ud800", "💥".repeat(50), "\u0301".repeat(300),
  "'; drop table rooms; --", "<script>alert(1)</script>", "../../etc/passwd", "%s%n%x", "${7*7}", "{{7*7}}", "__proto__",
  "NaN", "١٢٣", "0x10", "1e5", "٣ wood for 1 ore", "ｒｏｌｌ", "İ", "ß".repeat(64), "a".repeat(41), "a".repeat(5000),
  [], {}, [[]], [[[[[]]]]], { a: { b: 1 } }, [null], Array(300).fill(1), { t: "hello" },
];

const clone = (value) => JSON.parse(JSON.stringify(value));

/** Return a value that is none of the kind of another one. */
function otherType(random, value) {
  if (value === null) return random.pick([0, "", {}]);
  if (Array.isArray(value)) return random.pick([value[0] ?? null, Object.fromEntries(value.entries()), `${value}`]);
  if (typeof value === "string") return random.pick([[value], { text: value }, Number(value) || 7, value.length, null]);
  if (typeof value === "number") return random.pick([String(value), [value], value + 0.5, value > 0, null]);
  if (typeof value === "boolean") return random.pick([Number(value), String(value), [value]]);
  return random.pick([[value], JSON.stringify(value), null]);
}

/** Return a value that is near another one of the same kind. */
function nearValue(random, value) {
  if (typeof value === "number") return value + random.pick([1, -1, 2, -2, 100, -value, 2 ** 40]);
  if (typeof value === "string") {
    const place = random.below(value.length + 1);
    const added = random.pick(["", " ", "0", "9", "a", "ü", "🐑", "\u0000", '"', "\\", " 1", "-", RESOURCES[random.below(5)]]);
    return value.slice(0, place) + added + value.slice(place + random.below(3));
  }
  if (Array.isArray(value)) return random.chance(0.5) ? [...value, ...value] : value.slice(1);
  return random.pick(EVIL);
}

/** Return where all values of a message are: its own fields, and those of its options. */
function placesOf(message) {
  const places = Object.keys(message).map((name) => [message, name]);
  for (const each of Object.values(message)) {
    if (each && typeof each === "object" && !Array.isArray(each)) places.push(...placesOf(each));
  }
  return places;
}

const CHANGES = {
  value(random, message) {
    const [holder, name] = random.pick(placesOf(message));
    holder[name] = random.chance(0.6) ? nearValue(random, holder[name]) : clone(random.pick(EVIL) ?? null);
    return JSON.stringify(message);
  },
  type(random, message) {
    const [holder, name] = random.pick(placesOf(message));
    holder[name] = otherType(random, holder[name]);
    return JSON.stringify(message);
  },
  field(random, message) {
    const [holder, name] = random.pick(placesOf(message));
    switch (random.below(4)) {
      case 0:
        delete holder[name];
        break;
      case 1:
        holder[random.pick(["x", "admin", "token", "person", "seat", "seq", "epoch", "t", "e", "k"])] = random.pick(EVIL);
        break;
      case 2:
        holder[name.toUpperCase()] = holder[name];
        delete holder[name];
        break;
      default: {
        const text = JSON.stringify(message);
        return `${text.slice(0, -1)},${text.slice(1)}`; // every field twice
      }
    }
    return JSON.stringify(message);
  },
  byte(random, message) {
    const bytes = Buffer.from(JSON.stringify(message));
    const place = random.below(bytes.length);
    switch (random.below(5)) {
      case 0:
        bytes[place] ^= 1 << random.below(7);
        return bytes.toString("utf8");
      case 1:
        return bytes.subarray(0, place).toString("utf8");
      case 2:
        return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1 + random.below(3))]).toString("utf8");
      case 3:
        return `${bytes.subarray(0, place)}${String.fromCharCode(random.below(256))}${bytes.subarray(place)}`;
      default:
        return `${bytes.subarray(0, place)}${bytes.subarray(random.below(bytes.length))}`;
    }
  },
  shape(random, message) {
    const text = JSON.stringify(message);
    switch (random.below(7)) {
      case 0:
        return "[".repeat(1 + random.below(30000));
      case 1:
        return `${'{"t":'.repeat(3000)}1${"}".repeat(3000)}`;
      case 2:
        return text.replace(/:/, ":NaN,");
      case 3:
        return text.replace(/"(\w+)":(\d+)/, (_, name) => `"${name}":${"9".repeat(1 + random.below(400))}`);
      case 4:
        return JSON.stringify([message]);
      case 5:
        return text + random.pick([" ", "\n", "{}", "\u0000", text]);
      default:
        return "x".repeat(random.pick([0, 1, 32768, 32769, 40000]));
    }
  },
};

export const LEVELS = Object.keys(CHANGES);

/** Return a message changed at a level, as a text. */
export function mutated(random, message, level) {
  return CHANGES[level](random, clone(message));
}

// From the schema.

/** Return a value for a schema of the published document: one that fits mostly, at its limits often. */
export function fromSchema(random, schema, definitions) {
  if (schema.$ref) return fromSchema(random, definitions[schema.$ref.split("/").at(-1)], definitions);
  if (random.chance(0.03)) return clone(random.pick(EVIL) ?? null);
  if (schema.anyOf) return fromSchema(random, random.pick(schema.anyOf), definitions);
  if ("const" in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  switch (schema.type) {
    case "null":
      return null;
    case "boolean":
      return random.chance(0.5);
    case "integer":
    case "number": {
      const least = schema.minimum ?? -5;
      const most = schema.maximum ?? 1000;
      return random.pick([least, most, least - 1, most + 1, 1, 2, 3, Math.floor(random.between(least, Math.min(most, least + 9)))]);
    }
    case "string":
      return textFor(random, schema);
    case "array": {
      const items = schema.items ?? schema.prefixItems?.[0] ?? {};
      const count = random.pick([schema.minItems ?? 0, 1, 2, schema.maxItems ?? 5, (schema.maxItems ?? 5) + 1]);
      return Array.from({ length: count }, () => fromSchema(random, items, definitions));
    }
    case "object": {
      const made = {};
      for (const [name, each] of Object.entries(schema.properties ?? {})) {
        const isNeeded = (schema.required ?? []).includes(name);
        if (random.chance(isNeeded ? 0.97 : 0.4)) made[name] = fromSchema(random, each, definitions);
      }
      return made;
    }
    default:
      return clone(random.pick(EVIL) ?? null);
  }
}

function textFor(random, schema) {
  const most = schema.maxLength ?? Number(/,(\d+)\}/.exec(schema.pattern ?? "")?.[1] ?? 20);
  const letters = schema.pattern?.includes("0-9a-f") && !schema.pattern.includes("a-z") ? "0123456789abcdef" : "abcxyz0189";
  const length = random.pick([0, 1, 3, 10, most, most + 1]);
  const text = Array.from({ length: Math.min(length, 3000) }, () => letters[random.below(letters.length)]).join("");
  return random.chance(0.1) ? text + random.pick(["\n", "ü", " ", "\u0000", "🐑"]) : text;
}
