"""What is published of models: layers, widths, heads, parameters, positions, each with its source."""

from __future__ import annotations

from dataclasses import dataclass

from symformer.notations.citation import Citation

VASWANI = Citation("Vaswani et al.", 2017, "Attention Is All You Need", "table 3")
DEVLIN = Citation("Devlin et al.", 2019, "BERT: Pre-training of Deep Bidirectional Transformers", "section 3")
GPT = Citation("Radford et al.", 2018, "Improving Language Understanding by Generative Pre-Training", "section 4.1")
GPT2 = Citation("Radford et al.", 2019, "Language Models Are Unsupervised Multitask Learners (GPT-2)", "table 2")
GPT3 = Citation("Brown et al.", 2020, "Language Models Are Few-Shot Learners (GPT-3)", "table 2.1")
LLAMA = Citation("Touvron et al.", 2023, "LLaMA: Open and Efficient Foundation Language Models", "table 2")
MISTRAL = Citation("Jiang et al.", 2023, "Mistral 7B", "table 1")
VIT = Citation("Dosovitskiy et al.", 2021, "An Image Is Worth 16×16 Words", "table 1")
DISTILBERT = Citation("Sanh et al.", 2019, "DistilBERT, a Distilled Version of BERT", "section 3")
ROBERTA = Citation("Liu et al.", 2019, "RoBERTa: A Robustly Optimized BERT Pretraining Approach", "table 9")
LLAMA2 = Citation("Touvron et al.", 2023, "Llama 2: Open Foundation and Fine-Tuned Chat Models", "table 1")
LLAMA3 = Citation("Grattafiori et al.", 2024, "The Llama 3 Herd of Models", "table 3")
PALM = Citation("Chowdhery et al.", 2022, "PaLM: Scaling Language Modeling with Pathways", "table 1")


@dataclass(frozen=True, slots=True)
class PublishedModel:
    """A model as its paper gives it; None where the paper does not say.

    ``layers`` counts those of the encoder, or of the decoder, where there are both of equal number.
    ``parameters`` is the number as printed, such as "65M".
    """

    id: str
    name: str
    source: Citation
    layers: int
    width: int
    heads: int
    parameters: str
    hidden: int | None = None
    positions: int | None = None
    vocabulary: int | None = None
    key_value_heads: int | None = None
    remark: str = ""
    called: str = ""  # a pattern of the names by which notes speak of it
    counted_as: tuple[str, ...] = ()  # its parameters as others print them: rounded, or of the published weights


MODELS = (
    PublishedModel("transformer-base", "Transformer (base)", VASWANI, 6, 512, 8, "65M", 2048, called=r"Transformer[\s-]*\(?base\b\)?"),
    PublishedModel("transformer-big", "Transformer (big)", VASWANI, 6, 1024, 16, "213M", 4096, called=r"Transformer[\s-]*\(?big\b\)?"),
    PublishedModel("bert-base", "BERT-base", DEVLIN, 12, 768, 12, "110M", 3072, 512, called=r"BERT[\s_-]*\(?base\b\)?"),
    PublishedModel("bert-large", "BERT-large", DEVLIN, 24, 1024, 16, "340M", 4096, 512, called=r"BERT[\s_-]*\(?large\b\)?"),
    PublishedModel("gpt", "GPT", GPT, 12, 768, 12, "117M", 3072, 512, remark="the parameters are told in the paper on GPT-2", called=r"GPT-1\b"),
    PublishedModel(
        "gpt-2-small", "GPT-2 small", GPT2, 12, 768, 12, "117M", 3072, 1024, 50257,
        remark="the published weights have 124,439,808 parameters", called=r"GPT-?2[\s-]*\(?small\b\)?", counted_as=("124M",)),
    PublishedModel("gpt-2-medium", "GPT-2 medium", GPT2, 24, 1024, 16, "345M", 4096, 1024, 50257, called=r"GPT-?2[\s-]*\(?medium\b\)?", counted_as=("355M",)),
    PublishedModel("gpt-2-large", "GPT-2 large", GPT2, 36, 1280, 20, "762M", 5120, 1024, 50257, called=r"GPT-?2[\s-]*\(?large\b\)?", counted_as=("774M",)),
    PublishedModel("gpt-2-xl", "GPT-2 XL", GPT2, 48, 1600, 25, "1542M", 6400, 1024, 50257, called=r"GPT-?2[\s-]*\(?XL\b\)?", counted_as=("1.5B", "1558M")),
    PublishedModel("gpt-3-small", "GPT-3 Small", GPT3, 12, 768, 12, "125M", 3072, 2048),
    PublishedModel("gpt-3-6.7b", "GPT-3 6.7B", GPT3, 32, 4096, 32, "6.7B", 16384, 2048),
    PublishedModel("gpt-3", "GPT-3 175B", GPT3, 96, 12288, 96, "175.0B", 49152, 2048, called=r"GPT-?3\b(?![.\s-]*(?:5|turbo|small|medium|large|XL|\(?\d))|GPT-?3[\s-]*\(?175B\b\)?", counted_as=("175B",)),
    PublishedModel("llama-7b", "LLaMA 7B", LLAMA, 32, 4096, 32, "6.7B", called=r"LLaMA[\s-]*\(?7B\b\)?"),
    PublishedModel("llama-13b", "LLaMA 13B", LLAMA, 40, 5120, 40, "13.0B", called=r"LLaMA[\s-]*\(?13B\b\)?"),
    PublishedModel("llama-33b", "LLaMA 33B", LLAMA, 60, 6656, 52, "32.5B", called=r"LLaMA[\s-]*\(?33B\b\)?"),
    PublishedModel("llama-65b", "LLaMA 65B", LLAMA, 80, 8192, 64, "65.2B", called=r"LLaMA[\s-]*\(?65B\b\)?"),
    PublishedModel("mistral-7b", "Mistral 7B", MISTRAL, 32, 4096, 32, "7B", 14336, 8192, 32000, 8, called=r"Mistral[\s-]*\(?7B\b\)?"),
    PublishedModel("vit-base", "ViT-Base", VIT, 12, 768, 12, "86M", 3072, called=r"ViT[\s-]*(?:Base\b|B\b(?:/\d+)?)"),
    PublishedModel("vit-large", "ViT-Large", VIT, 24, 1024, 16, "307M", 4096, called=r"ViT[\s-]*(?:Large\b|L\b(?:/\d+)?)"),
    PublishedModel("vit-huge", "ViT-Huge", VIT, 32, 1280, 16, "632M", 5120, called=r"ViT[\s-]*(?:Huge\b|H\b(?:/\d+)?)"),
    PublishedModel("palm-8b", "PaLM 8B", PALM, 32, 4096, 16, "8.63B"),
    PublishedModel("palm-62b", "PaLM 62B", PALM, 64, 8192, 32, "62.50B"),
    PublishedModel("palm-540b", "PaLM 540B", PALM, 118, 18432, 48, "540.35B", called=r"PaLM[\s-]*\(?540B\b\)?"),
    PublishedModel("distilbert", "DistilBERT", DISTILBERT, 6, 768, 12, "66M", 3072, 512, called=r"Distil-?BERT\b"),
    PublishedModel("roberta-base", "RoBERTa-base", ROBERTA, 12, 768, 12, "125M", 3072, 512, called=r"RoBERTa[\s_-]*\(?base\b\)?"),
    PublishedModel("roberta-large", "RoBERTa-large", ROBERTA, 24, 1024, 16, "355M", 4096, 512, called=r"RoBERTa[\s_-]*\(?large\b\)?"),
    PublishedModel("llama-2-7b", "Llama 2 7B", LLAMA2, 32, 4096, 32, "7B", 11008, 4096, 32000, called=r"Llama[\s-]*2[\s-]*\(?7B\b\)?"),
    PublishedModel("llama-2-13b", "Llama 2 13B", LLAMA2, 40, 5120, 40, "13B", 13824, 4096, 32000, called=r"Llama[\s-]*2[\s-]*\(?13B\b\)?"),
    PublishedModel("llama-2-70b", "Llama 2 70B", LLAMA2, 80, 8192, 64, "70B", 28672, 4096, 32000, 8, called=r"Llama[\s-]*2[\s-]*\(?70B\b\)?"),
    PublishedModel("llama-3-8b", "Llama 3 8B", LLAMA3, 32, 4096, 32, "8B", 14336, key_value_heads=8, called=r"Llama[\s-]*3(?:\.1)?[\s-]*\(?8B\b\)?"),
    PublishedModel("llama-3-70b", "Llama 3 70B", LLAMA3, 80, 8192, 64, "70B", 28672, key_value_heads=8, called=r"Llama[\s-]*3(?:\.1)?[\s-]*\(?70B\b\)?"),
)  # fmt: skip
