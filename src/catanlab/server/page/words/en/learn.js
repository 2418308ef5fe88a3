/** Sentences: learn. */
export default {
};
