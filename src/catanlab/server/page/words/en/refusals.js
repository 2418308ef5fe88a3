/** Sentences: refusals. */
export default {
};
