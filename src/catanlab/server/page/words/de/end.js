/** Sentences: end. */
export default {
};
