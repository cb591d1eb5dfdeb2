"""Hidden Markov models, and the load of experts."""

from __future__ import annotations

from symformer.catalogue.form import Form
from symformer.catalogue.sources import FEDUS, RABINER

FORMS = (
    Form(
        id="backward-recursion",
        title="Backward variables of a hidden Markov model",
        forms=(
            r"\beta_t(i) = \sum_j a_{ij} b_j(o_{t+1}) \beta_{t+1}(j)",
            r"\beta_t(i) = \sum_j \beta_{t+1}(j) a_{ij} b_j(o_{t+1})",
            r"\beta_t(i) = \sum_j b_j(o_{t+1}) \beta_{t+1}(j) a_{ij}",
            r"\beta_t(i) = \sum_j \beta_{t+1}(j) b_j(o_{t+1}) a_{ij}",
            r"\beta_t(i) = \sum_j b_j(o_{t+1}) a_{ij} \beta_{t+1}(j)",
        ),
        also=(
            r"\beta_{t-1}(i) = \sum_j a_{ij} b_j(o_t) \beta_t(j)",
            r"\beta_t(i) = \sum_j a_{ij} b_{jk} \beta_{t+1}(j)",
        ),
        functions=r"b \beta",
        called=(
            "backward algorithm",
            "backward variable",
            "backward recursion",
            "backward pass",
            "backward probabilit",
            "forward-backward",
            "后向算法",
            "后向变量",
            "后向概率",
        ),
        left=("beta",),
        source=RABINER.at("eq. 25"),
    ),
    Form(
        id="forward-recursion",
        title="Forward variables of a hidden Markov model",
        forms=(
            r"\alpha_{t+1}(j) = (\sum_i \alpha_t(i) a_{ij}) b_j(o_{t+1})",
            r"\alpha_{t+1}(j) = b_j(o_{t+1}) \sum_i \alpha_t(i) a_{ij}",
            r"\alpha_{t+1}(j) = b_j(o_{t+1}) \sum_i a_{ij} \alpha_t(i)",
            r"\alpha_{t+1}(j) = \sum_i \alpha_t(i) a_{ij} b_j(o_{t+1})",
            r"\alpha_t(j) = (\sum_i \alpha_{t-1}(i) a_{ij}) b_j(o_t)",
            r"\alpha_t(j) = b_j(o_t) \sum_i \alpha_{t-1}(i) a_{ij}",
            r"\alpha_t(j) = b_j(o_t) \sum_i a_{ij} \alpha_{t-1}(i)",
            r"\alpha_t(j) = \sum_i \alpha_{t-1}(i) a_{ij} b_j(o_t)",
        ),
        functions=r"b \alpha",
        called=(
            "forward algorithm",
            "forward variable",
            "forward recursion",
            "forward pass",
            "forward probabilit",
            "forward-backward",
            "前向算法",
            "前向变量",
            "前向概率",
        ),
        left=("alpha",),
        source=RABINER.at("eq. 20"),
    ),
    Form(
        id="viterbi-recursion",
        title="Viterbi recursion",
        forms=(
            r"\delta_t(j) = \max_i (\delta_{t-1}(i) a_{ij}) b_j(o_t)",
            r"\delta_t(j) = b_j(o_t) \max_i (\delta_{t-1}(i) a_{ij})",
            r"\delta_t(j) = b_j(o_t) \max_i (a_{ij} \delta_{t-1}(i))",
            r"\delta_t(j) = \max_i (\delta_{t-1}(i) a_{ij} b_j(o_t))",
            r"\delta_{t+1}(j) = \max_i (\delta_t(i) a_{ij}) b_j(o_{t+1})",
            r"\delta_{t+1}(j) = b_j(o_{t+1}) \max_i (\delta_t(i) a_{ij})",
            r"\delta_{t+1}(j) = b_j(o_{t+1}) \max_i (a_{ij} \delta_t(i))",
            r"\delta_t(j) = \max_i (\delta_{t-1}(i) + \log a_{ij}) + \log b_j(o_t)",
            r"\delta_t(j) = \log b_j(o_t) + \max_i (\delta_{t-1}(i) + \log a_{ij})",
            r"\delta_t(j) = \log b_j(o_t) + \max_i (\log a_{ij} + \delta_{t-1}(i))",
        ),
        also=(
            r"\delta_t(j) = \max_i (\delta_{t-1}(i) a_{ji}) b_j(o_t)",
            r"\delta_t(j) = b_j(o_t) \max_i (a_{ji} \delta_{t-1}(i))",
        ),  # where the columns of the matrix of transitions add up to 1
        functions=r"b \delta",
        called=("viterbi", "维特比"),
        left=("delta", "v", "V"),
        source=RABINER.at("eq. 33a"),
    ),
    Form(
        id="viterbi-pointer",
        title="Back pointer of the Viterbi algorithm",
        forms=(
            r"\psi_t(j) = \arg\max_i \delta_{t-1}(i) a_{ij}",
            r"\psi_{t+1}(j) = \arg\max_i \delta_t(i) a_{ij}",
        ),
        functions=r"\psi \delta",
        called=("back pointer", "backpointer", "back pointers", "backpointers"),
        left=("psi", "phi"),
        source=RABINER.at("eq. 33b"),
    ),
    Form(
        id="balance-of-experts",
        title="Loss that balances the load of the experts",
        forms=(
            r"\alpha N \sum_i f_i P_i",
            r"\alpha \cdot N \cdot \sum_i P_i f_i",
            r"N \sum_i f_i P_i",
        ),
        called=(
            "load balancing loss",
            "load-balancing loss",
            "auxiliary loss",
            "balance loss",
            "balancing loss",
            "负载均衡损失",
            "辅助损失",
        ),
        left=("L", "loss", "aux", "bal", "balance", "LB"),
        source=FEDUS.at("eq. 4"),
    ),
)
