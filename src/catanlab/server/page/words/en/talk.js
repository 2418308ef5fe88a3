/** Sentences: talk. */
export default {
};
